import { http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, answeredWith, at, runningClock } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Dialogs/Project', component: App, parameters: { path: '/projects' } })
const phone = { viewport: { value: 'phone' } }
const editing = { path: at('/projects', 'Canyon Lakes Elementary') }

interface Played {
  canvas: Pick<typeof screen, 'findByRole'>
  userEvent: { click(element: Element): Promise<void>; type(element: Element, text: string): Promise<void> }
}
const box = (name: RegExp | string) => screen.getByRole('textbox', { name })
async function add({ canvas, userEvent }: Played) {
  await userEvent.click(await canvas.findByRole('button', { name: 'Add project' }))
  await screen.findByRole('dialog', { name: 'Add Project' })
}
async function edit({ canvas, userEvent }: Played) {
  await userEvent.click(await canvas.findByRole('button', { name: 'Edit' }))
  await screen.findByRole('dialog', { name: 'Edit Project' })
}
/** Fills in the required fields. */
async function fill({ userEvent }: Pick<Played, 'userEvent'>, name: string) {
  await userEvent.click(screen.getByRole('combobox', { name: 'Customer' }))
  await userEvent.click(await screen.findByRole('option', { name: /Apex/ }))
  await userEvent.type(box('Name'), name)
}
const save = ({ userEvent }: Pick<Played, 'userEvent'>) => userEvent.click(screen.getByRole('button', { name: 'Save' }))

/** The number of the sample company's nth project. */
const number = (nth: number) => `${runningClock.day().slice(2, 4)}-${String(nth).padStart(3, '0')}`

/** A new project is opened with the next free number. */
export const Adding = meta.story({
  play: async (played) => {
    await add(played)
    await expect(box('Number')).toHaveValue(number(61))
    await expect(screen.getByRole('radio', { name: 'Standard' })).toBeChecked()
  },
})

export const AddingDark = meta.story({ ...Adding.input, tags: ['whole'], globals: { theme: 'dark' } })

export const AddingOnPhone = meta.story({ ...Adding.input, globals: phone })

/** Missing values are reported at their fields without a request. */
export const Gaps = meta.story({
  tags: ['whole'],
  play: async (played) => {
    await add(played)
    await save(played)
    await waitFor(() => expect(screen.getByText('Name is required')).toBeVisible())
    await expect(screen.getByText('Customer is required')).toBeVisible()
  },
})

/** Prevailing wages are a state's, so the form asks for it; other clients may save without (rule prevailing-state). */
export const PrevailingWithoutState = meta.story({
  tags: ['whole'],
  play: async (played) => {
    const { userEvent } = played
    await add(played)
    await fill(played, 'Courthouse')
    await userEvent.click(within(screen.getByRole('dialog')).getByText('Prevailing'))
    await save(played)
    await waitFor(() => expect(screen.getByText('State is required for prevailing wages.')).toBeVisible())
    await expect(screen.getByRole('combobox', { name: 'State' })).toHaveAttribute('aria-invalid', 'true')
    await userEvent.click(within(screen.getByRole('dialog')).getByText('Standard'))
    await save(played)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Project' })).toBe(null))
  },
})

/** Errors from the server also appear at their fields, and disappear when the user types. */
export const NumberTaken = meta.story({
  tags: ['whole'],
  play: async (played) => {
    const { userEvent } = played
    await add(played)
    await fill(played, 'Opera House')
    await userEvent.clear(box('Number'))
    await userEvent.type(box('Number'), number(1))
    await save(played)
    await waitFor(() => expect(screen.getByText('Project number already in use.')).toBeVisible())
    await userEvent.type(box('Number'), '9')
    await waitFor(() => expect(screen.queryByText('Project number already in use.')).toBeNull())
  },
})

/** If the proposed number is taken in the meantime, the project gets the next one and a message says so. */
export const NumberTakenMeanwhile = meta.story({
  tags: ['whole'],
  play: async (played) => {
    const { app, canvas } = played
    await add(played)
    await fill(played, 'Opera House')
    await expect(box('Number')).toHaveValue(number(61))
    const customer_id = await app?.find('/customers', 'Kennewick School District')
    const body = { customer_id, name: 'Quicker', number: number(61) }
    await app?.http('/api/projects', { method: 'POST', body })
    await save(played)
    await waitFor(() =>
      expect(
        screen.getByText(`${number(61)} has been taken in the meantime. This project is ${number(62)}.`),
      ).toBeVisible(),
    )
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Opera House', level: 1 })).toBeVisible())
  },
})

/** If default documents were not copied, a message says so before the project's page opens (rule default-documents). */
export const DocumentsUncopied = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) => void msw.use(http.post('/api/projects', answeredWith({ default_documents_copied: false }))),
  play: async (played) => {
    const { canvas, userEvent } = played
    await add(played)
    await fill(played, 'Opera House')
    await save(played)
    const message = within(await screen.findByRole('alertdialog', { name: 'Project added' }))
    const text =
      'Some or all of the default documents may have failed to copy. You can try to copy them again under the Documents tab on this project.'
    await waitFor(() => expect(message.getByText(text)).toBeVisible())
    await userEvent.click(message.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Opera House', level: 1 })).toBeVisible())
  },
})

/** The switch to rename the folder is enabled only while the number is changed. */
export const Editing = meta.story({
  tags: ['whole'],
  parameters: editing,
  play: async (played) => {
    const { userEvent } = played
    await edit(played)
    const rename = () => screen.getByRole('switch', { name: 'Rename the folder in the document store too' })
    const text = 'Documents are saved under this number in the document store.'
    await waitFor(() => expect(screen.getByText(text)).toBeVisible())
    await expect(rename()).toBeDisabled()
    await userEvent.type(box('Number'), '5')
    await waitFor(() => expect(rename()).toBeEnabled())
    await userEvent.click(rename())
    await expect(rename()).toBeChecked()
    await userEvent.type(box('Number'), '{Backspace}')
    await waitFor(() => expect(rename()).toBeDisabled())
    await expect(rename()).not.toBeChecked()
  },
})

export const EditingDark = meta.story({ ...Editing.input, tags: ['whole'], globals: { theme: 'dark' } })

export const EditingOnPhone = meta.story({ ...Editing.input, globals: phone })

/** The parts of an address have their own inputs and errors. */
export const AddressTyped = meta.story({
  tags: ['whole'],
  parameters: editing,
  play: async (played) => {
    const { canvas, userEvent } = played
    await edit(played)
    const address = within(screen.getByRole('group', { name: 'Address' }))
    const part = (name: string) => address.getByRole('textbox', { name })
    await userEvent.clear(part('Street'))
    await userEvent.type(part('Street'), '5 Oak St')
    // Another street is in another place, whose state the wages need.
    await expect(part('City')).toHaveValue('')
    await userEvent.type(address.getByRole('combobox', { name: 'State' }), 'wa')
    await userEvent.click(await screen.findByRole('option', { name: 'WA Washington' }))
    await userEvent.type(part('ZIP code'), '9x')
    await save(played)
    await waitFor(() => expect(part('ZIP code')).toHaveAttribute('aria-invalid', 'true'))
    await userEvent.clear(part('ZIP code'))
    await userEvent.type(part('ZIP code'), '99301')
    await save(played)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(canvas.getAllByText(/5 Oak St/)[0]).toBeVisible())
  },
})
