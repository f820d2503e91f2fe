import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import type { Option } from '#ui/listbox/listbox.ts'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { Combobox, type ComboboxProps } from './combobox.tsx'

const customers: Option<number>[] = [
  { value: 1, label: 'Kennewick School District' },
  { value: 2, label: 'Port of Kennewick', hint: '509' },
  { value: 3, label: 'City of Pasco' },
]

const Chosen = ({
  initial = null,
  ...props
}: Pick<ComboboxProps<number>, 'options' | 'placeholder'> & { initial?: number | null }) => (
  <Hold initial={initial}>
    {(value, onChange) => <Combobox aria-label="Customer" {...props} value={value} onChange={onChange} />}
  </Hold>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Use it for a long list, or one on the server: people type a part of what they look for.',
        () => <Chosen options={customers} />,
      ],
      dont: [
        'For up to ten options a `Select` shows them all at one press.',
        () => <Chosen options={customers.slice(0, 2)} />,
      ],
    },
    {
      do: [
        'Add a hint that tells options apart: a number, a company, a role.',
        () => <Chosen options={customers} initial={2} />,
      ],
      dont: [
        'Do not say what to choose in the placeholder alone. It is gone once there is a value.',
        () => <Chosen options={customers} placeholder="Customer" />,
      ],
    },
  ],
  keys: {
    'Any letter': 'Searches, and opens the list.',
    'ArrowDown, ArrowUp': 'Opens the list, and moves within it.',
    Enter: 'Selects the highlighted option.',
    Escape: 'Closes the list.',
  },
}

const meta = preview.meta({
  title: 'Kit/Combobox',
  tags: ['autodocs'],
  component: Combobox<number>,
  parameters: { layout: 'centered', guide },
})

const find = async (text: string) =>
  customers.filter((customer) => customer.label.toLowerCase().includes(text.toLowerCase()))

export const Playground = meta.story({
  args: {
    options: customers,
    value: 2,
    onChange: fn(),
    'aria-label': 'Customer',
    placeholder: 'Search',
    disabled: false,
    invalid: false,
  },
  render: live(Combobox<number>),
})

const show = live(Combobox<number>)
export const States = meta.story({
  render: () => (
    <StateGrid<ComboboxProps<number>>
      on="[data-part=control]"
      without={['Pressed']}
      of={(props, state) => show({ options: customers, value: 2, onChange: () => {}, 'aria-label': state, ...props })}
      others={{
        Empty: { value: null },
        Invalid: { invalid: true },
        Disabled: { disabled: true },
        'Long text': { options: [{ value: 2, label: 'Kennewick School District No. 17, Department of Facilities' }] },
      }}
    />
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
