import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import type { Option } from '#ui/listbox/listbox.ts'
import { Hold, Samples } from '#ui/story.tsx'
import { Combobox } from './combobox.tsx'

const meta = preview.meta({ title: 'Kit/Combobox', tags: ['autodocs'], component: Combobox })

const customers: Option<number>[] = [
  { value: 1, label: 'Kennewick School District' },
  { value: 2, label: 'Port of Kennewick', hint: '509' },
  { value: 3, label: 'City of Pasco' },
]

const find = async (text: string) =>
  customers.filter((customer) => customer.label.toLowerCase().includes(text.toLowerCase()))

export const States = meta.story({
  render: () => (
    <Hold<number | null> initial={2}>
      {(value, onChange) => (
        <Samples column>
          <Field label="Customer">
            <Combobox options={customers} value={value} onChange={onChange} />
          </Field>
          <Field label="Owner" error="Owner is required">
            <Combobox options={customers} value={null} onChange={onChange} />
          </Field>
          <Combobox aria-label="Disabled" disabled options={customers} value={3} onChange={onChange} />
        </Samples>
      )}
    </Hold>
  ),
})

export const Dark = meta.story({ ...States.input, globals: { theme: 'dark' } })

const searchable = {
  args: { onSearch: fn(find), onAdd: fn(), onChange: fn(), value: null, 'aria-label': 'Customer' },
  render: (args: {
    value: number | null
    onChange: (value: number | null) => void
    onSearch?: (text: string) => Promise<readonly Option<number>[]>
    onAdd?: (text: string) => void
  }) => (
    <Hold<number | null> initial={args.value}>
      {(value, set) => (
        <Combobox
          aria-label="Customer"
          onSearch={args.onSearch}
          onAdd={args.onAdd}
          value={value}
          selected={customers.find((customer) => customer.value === value)}
          onChange={(next) => {
            set(next)
            args.onChange(next)
          }}
        />
      )}
    </Hold>
  ),
}

/** The search runs when typing pauses, and a result can be selected by keyboard. */
export const SearchByKeyboard = meta.story({
  render: () => {
    return searchable.render(searchable.args)
  },
  play: async ({ canvas, userEvent }) => {
    const { onSearch, onChange } = searchable.args
    onSearch.mockClear()
    const input = canvas.getByRole('combobox')
    await userEvent.type(input, 'pasco')
    await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith('pasco'))
    await expect(onSearch).not.toHaveBeenCalledWith('pas')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(3))
    await waitFor(() => expect(input).toHaveValue('City of Pasco'))
  },
})

/** The last option adds a new entry with the typed text. */
export const AddNew = meta.story({
  render: () => searchable.render(searchable.args),
  play: async ({ canvas, userEvent }) => {
    const { onAdd } = searchable.args
    await userEvent.type(canvas.getByRole('combobox'), 'Apex General')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.click(screen.getByText('Add New'))
    await waitFor(() => expect(onAdd).toHaveBeenCalledWith('Apex General'))
  },
})

/** Options can be grouped under headings. */
export const Grouped = meta.story({
  render: () => (
    <Hold<number | null> initial={null}>
      {(value, onChange) => (
        <Combobox
          aria-label="Customer"
          options={customers.map((customer, at) => ({ ...customer, group: at < 1 ? 'Recent' : 'All' }))}
          value={value}
          onChange={onChange}
        />
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('combobox'))
    await waitFor(() => expect(screen.getByRole('group', { name: 'Recent' })).toBeVisible())
    await userEvent.click(screen.getByRole('option', { name: 'City of Pasco' }))
    await waitFor(() => expect(canvas.getByRole('combobox')).toHaveValue('City of Pasco'))
  },
})
