import { HttpResponse, http } from 'msw'
import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold } from '#ui/story.tsx'
import { Of } from '../story.tsx'
import { RecordPicker } from './record-picker.tsx'

const meta = preview.meta({ title: 'Blocks/Record picker', component: RecordPicker, parameters: { path: '/' } })
const onAdd = fn()
const picking = (initial: number | null) => () => (
  <div style={{ padding: '1rem', maxWidth: '25rem' }}>
    <Of name="customer">
      {(entity) => (
        <Hold initial={initial}>
          {(value, onChange) => (
            <Field label="Customer">
              <RecordPicker {...{ entity, value, onChange, onAdd }} />
            </Field>
          )}
        </Hold>
      )}
    </Of>
  </div>
)

/** The selected record is shown with its current name. */
export const Chosen = meta.story({
  render: picking(2),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('combobox')).toHaveValue('Port of Kennewick'))
  },
})

export const Dark = meta.story({ ...Chosen.input, tags: ['whole'], globals: { theme: 'dark' } })

/** The server searches, and the last option adds a record with the typed text. */
export const Searching = meta.story({
  tags: ['whole'],
  render: picking(null),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'kenn')
    await waitFor(() => expect(screen.getByRole('option', { name: /Port of Kennewick/ })).toBeVisible())
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3))
    await userEvent.click(screen.getByRole('option', { name: /Add New/ }))
    await waitFor(() => expect(onAdd).toHaveBeenCalledWith('kenn'))
    await userEvent.type(canvas.getByRole('combobox'), 'kenn')
    await screen.findByRole('option', { name: /Port of Kennewick/ })
  },
})

export const Failed = meta.story({
  render: picking(null),
  beforeEach: ({ msw }) => void msw.use(http.get('/api/customers', () => HttpResponse.error())),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'kenn')
    await waitFor(() => expect(screen.getByText('The list could not be loaded. Try again.')).toBeVisible())
  },
})

/** Without a network, what the device knows is found, asked for in these words before or not. */
export const Away = meta.story({
  render: picking(2),
  beforeEach: ({ msw }) => void msw.use(http.get('/api/customers', () => HttpResponse.error())),
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('combobox')
    await waitFor(() => expect(input).toHaveValue('Port of Kennewick'))
    await userEvent.clear(input)
    await userEvent.type(input, 'kenn')
    await waitFor(() => expect(screen.getByRole('option', { name: /Port of Kennewick/ })).toBeVisible())
  },
})
