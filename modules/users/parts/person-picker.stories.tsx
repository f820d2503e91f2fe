import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type StoryApp } from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold } from '#ui/story.tsx'
import { users, type User } from '../entities.ts'
import { LinesPicker } from '#blocks/record-picker/known-records.tsx'
import { PersonPicker } from './person-picker.tsx'

const onChange = fn()
const meta = preview.meta({
  title: 'Blocks/Person picker',
  component: PersonPicker,
  parameters: { path: '/' },
  beforeEach: () => void onChange.mockClear(),
})

const person = async (app: StoryApp | undefined, name: string): Promise<User> => {
  const found = (await app?.http<User[]>('/api/users'))?.find((one) => one.name === name)
  if (!found) throw new Error(`The sample company has no "${name}".`)
  return found
}
/** Deactivates a person after the app was opened. */
async function leaves(app: StoryApp | undefined, name: string) {
  const { id } = await person(app, name)
  const left = await app?.http<User>(`/api/users/${id}/deactivate`, { method: 'POST' })
  if (left) app?.services.store.byName('user')?.put([left])
  return id
}

const picking = (props: { past?: boolean } = {}) => (
  <div style={{ padding: '1rem', maxWidth: '25rem' }}>
    <Hold initial={null}>
      {(value: number | null, change) => (
        <Field label="Assigned to">
          <PersonPicker
            {...props}
            value={value}
            onChange={(id) => {
              change(id)
              onChange(id)
            }}
          />
        </Field>
      )}
    </Hold>
  </div>
)

/** People are found by part of the name; outside people show their company. */
export const Searching = meta.story({
  render: () => picking(),
  play: async ({ app, canvas, userEvent }) => {
    const people = await app?.http<User[]>('/api/users')
    const outside = people?.find(({ active, customer_name }) => active && customer_name)
    if (!outside) throw new Error('The sample company has nobody from a customer.')
    await userEvent.type(canvas.getByRole('combobox'), outside.name.slice(1))
    const option = await screen.findByRole('option', { name: new RegExp(outside.name) })
    await expect(option).toHaveTextContent(outside.customer_name ?? '')
    await userEvent.click(option)
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(outside.id))
    await expect(canvas.getByRole('combobox')).toHaveValue(outside.name)
  },
})

export const Dark = meta.story({ ...Searching.input, tags: ['whole'], globals: { theme: 'dark' } })

/** Inactive people are not offered. */
export const Left = meta.story({
  tags: ['whole'],
  render: () => picking(),
  beforeEach: async ({ app }) => void (await leaves(app, 'Ray Ochoa')),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'Ochoa')
    await expect(await screen.findByRole('status')).toHaveTextContent('Nothing found.')
  },
})

/** With `past`, inactive people are offered too. */
export const Past = meta.story({
  tags: ['whole'],
  render: () => picking({ past: true }),
  beforeEach: async ({ app }) => void (await leaves(app, 'Ray Ochoa')),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'Ochoa')
    await screen.findByRole('option', { name: /Ray Ochoa/ })
  },
})

/** In a list of several people, an inactive person stays selected and keeps their line. */
export const Several = meta.story({
  tags: ['whole'],
  render: () => (
    <div style={{ padding: '1rem', maxWidth: '25rem' }}>
      <Hold initial={[{ id: 7, user_id: 2 }] as unknown}>
        {(value, change) => (
          <Field label="Distribution">
            <LinesPicker
              entity={users}
              column="user_id"
              value={value}
              onChange={(lines) => {
                change(lines)
                onChange(lines)
              }}
            />
          </Field>
        )}
      </Hold>
    </div>
  ),
  beforeEach: async ({ app }) => void (await leaves(app, 'Ray Ochoa')),
  play: async ({ canvas, userEvent }) => {
    const [trigger] = await canvas.findAllByRole('combobox')
    if (!trigger) throw new Error('There is no list to open.')
    await waitFor(() => expect(trigger).toHaveTextContent('Ray Ochoa'))
    await userEvent.click(trigger)
    const [other] = (await screen.findAllByRole('option')).filter((option) => !/Ray/.test(option.textContent ?? ''))
    if (other) await userEvent.click(other)
    await waitFor(() =>
      expect(onChange).toHaveBeenLastCalledWith([{ id: 7, user_id: 2 }, { user_id: expect.any(Number) }]),
    )
  },
})
