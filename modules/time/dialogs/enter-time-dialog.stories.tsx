import { expect, fn, screen, waitFor, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { choose } from '#ui/story.tsx'
import { Toaster } from '#ui/toast/toast.tsx'
import { users } from '../../users/entities.ts'
import { DANA, KIM, LUIS, MONDAY, PROJECT, book } from '../parts/outlook/booked.fixture.ts'
import { EnterTimeDialog } from './enter-time-dialog.tsx'
import { opened, hoursOf, project, code, sum, lines, save, pickCode, addMembers } from './sheet-steps.fixture.ts'

const meta = preview.meta({
  title: 'Dialogs/Enter time',
  component: EnterTimeDialog,
  parameters: { path: '/' },
  args: { project_id: 1, date: MONDAY, onClose: fn() },
  render: (args) => (
    <>
      <EnterTimeDialog {...args} />
      <Toaster />
    </>
  ),
})
const phone = { viewport: { value: 'phone' } }

/** The dialog opens with the user's own line and the current project. */
export const Opened = meta.story({
  play: async () => {
    await opened()
    await waitFor(() => expect(project()).toHaveDisplayValue(/^[\d-]+ Canyon Lakes Elementary$/))
    await expect(lines()).toHaveLength(1)
    await expect(hoursOf('Dana Mercer')).toHaveValue('')
    await expect(sum()).toHaveTextContent('0.00 h · 0 people')
    // It is not today.
    await waitFor(() => expect(screen.getByRole('button', { name: /^Save on [\d-]+ for Mon, Mar 10$/ })).toBeVisible())
  },
})

export const OpenedDark = meta.story({ ...Opened.input, tags: ['whole'], globals: { theme: 'dark' } })

/** Users who do not track time start without a line. */
export const NoOwnLine = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    await app?.services.api(users).save({ id: await app.find('/users', DANA), track_time: false })
  },
  play: async () => {
    await opened()
    await expect(lines()).toEqual([])
  },
})

export const NoProject = meta.story({
  tags: ['whole'],
  args: { project_id: null },
  play: async (played) => {
    await opened()
    await played.userEvent.type(hoursOf('Dana Mercer'), '8')
    await save(played)
    await waitFor(() => expect(screen.getByText('Project is required')).toBeVisible())
    await expect(code()).toBeDisabled()
  },
})

export const NoHours = meta.story({
  tags: ['whole'],
  play: async (played) => {
    await opened()
    await save(played)
    await waitFor(() => expect(screen.getByText('Please add at least one entry with hours.')).toBeVisible())
    await played.userEvent.type(hoursOf('Dana Mercer'), '8')
    await waitFor(() => expect(screen.queryByText('Please add at least one entry with hours.')).toBeNull())
  },
})

export const NoCode = meta.story({
  tags: ['whole'],
  play: async (played) => {
    await opened()
    await played.userEvent.type(hoursOf('Dana Mercer'), '8')
    await save(played)
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('Please select a cost code for each entry.'),
    )
    await expect(lines()[0]).toHaveTextContent('Please select a cost code for each entry.')
  },
})

export const NoCodeOnPhone = meta.story({ ...NoCode.input, globals: phone })

/** Types other than standard have no project. Switching back to standard restores the initial project, without codes. */
export const Types = meta.story({
  tags: ['whole'],
  play: async (played) => {
    const { userEvent } = played
    await opened()
    await pickCode(played, 'mobilize')
    await userEvent.click(screen.getByText('Vacation'))
    await waitFor(() => expect(project()).toBeNull())
    await expect(screen.queryByRole('combobox', { name: 'Cost code' })).toBeNull()
    await userEvent.click(screen.getByText('Standard'))
    await waitFor(() => expect(project()).toHaveDisplayValue(/^[\d-]+ Canyon Lakes Elementary$/))
    await expect(code()).toHaveValue('')
  },
})

/** Changing the project clears the chosen codes, since each project has its own. */
export const AnotherProject = meta.story({
  tags: ['whole'],
  play: async (played) => {
    const { userEvent } = played
    await opened()
    await pickCode(played, 'mobilize')
    const found = project()
    if (!found) throw new Error('There is no project to change.')
    await userEvent.clear(found)
    await userEvent.type(found, 'Columbia Point Elem')
    await userEvent.click(await screen.findByRole('option', { name: /Columbia Point Elementary/ }))
    await waitFor(() => expect(code()).toHaveValue(''))
  },
})

/** The admin type is offered only to users who may edit admin time. */
export const TypesOfAForeman = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman' },
  play: async () => {
    await opened()
    const types = within(screen.getByRole('radiogroup', { name: 'Type' }))
    await expect(types.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual([
      'Standard',
      'Shop',
      'Vacation',
    ])
  },
})

/** Only people who track time and are active can be added. */
export const AddMember = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    await app?.services.api(users).save({ id: await app.find('/users', KIM), active: false })
  },
  play: async ({ userEvent }) => {
    await opened()
    await userEvent.click(screen.getByRole('button', { name: 'Add member' }))
    const list = within(await screen.findByRole('dialog', { name: 'Add member' }))
    const names = list.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
    for (const there of ['Luis Ortega', 'Pat Olsen']) await expect(names.join()).toContain(there)
    // Inactive, not tracking, a guest, and one who is on the sheet already.
    for (const not of ['Kim Tran', 'Grant Lowe', 'Jo Reyes', DANA]) await expect(names.join()).not.toContain(not)
    await userEvent.type(list.getByRole('textbox', { name: 'Search' }), 'pat ols{Enter}')
    await userEvent.click(list.getByRole('checkbox', { name: /Luis Ortega/ }))
    await userEvent.click(list.getByRole('button', { name: 'Add 2 people' }))
    await waitFor(() => expect(lines()).toHaveLength(3))
    await expect(lines()[1]).toHaveTextContent('Luis Ortega')
    await expect(lines()[2]).toHaveTextContent('Pat Olsen')
  },
})

/** The first line's hours and code are copied to the lines that have none. Entered values are kept. */
export const SameForAll = meta.story({
  tags: ['whole'],
  play: async (played) => {
    const { userEvent } = played
    await opened()
    await addMembers(played, /Luis Ortega/, /Kim Tran/)
    await expect(screen.getByRole('button', { name: 'Same for all' })).toBeDisabled()
    await expect(screen.getByText('Enter the hours of one person first.')).toBeVisible()
    await userEvent.type(hoursOf('Dana Mercer'), '8')
    await userEvent.type(hoursOf('Luis Ortega'), '4.25')
    await pickCode(played, 'mobilize')
    await userEvent.click(screen.getByRole('button', { name: 'Same for all' }))
    await waitFor(() => expect(hoursOf('Kim Tran')).toHaveValue('8.00'))
    await expect(hoursOf('Luis Ortega')).toHaveValue('4.25')
    await expect(code(2)).toHaveValue('01.010 - General Mobilize')
    await expect(sum()).toHaveTextContent('20.25 h · 3 people')
  },
})

export const SameForAllOnPhone = meta.story({ ...SameForAll.input, globals: phone })
export const SameForAllOnPhoneDark = meta.story({
  ...SameForAll.input,
  tags: ['whole'],
  globals: { ...phone, theme: 'dark' },
})

/** A validation error from the server appears on its line, and none of the lines is saved. */
export const RefusedAtItsLine = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) => book(app, [{ person: LUIS, hours: 20 }]),
  play: async (played) => {
    const { app, userEvent } = played
    await opened()
    await addMembers(played, /Luis Ortega/)
    await waitFor(() => expect(lines()[1]).toHaveTextContent('20.00 h already'))
    await userEvent.type(hoursOf('Dana Mercer'), '8')
    await pickCode(played, 'mobilize')
    await userEvent.click(screen.getByRole('button', { name: 'Same for all' }))
    await expect(lines()[1]).toHaveTextContent('There is time on this code for this day already.')
    await save(played)
    await waitFor(() => expect(lines()[1]).toHaveTextContent('More than 24 hours entered for Luis Ortega on 3/10.'))
    await expect(lines()[0]).not.toHaveTextContent('More than 24 hours')
    await expect(await app?.http('/api/time_entries', { query: { from: MONDAY, to: MONDAY } })).toHaveLength(1)
  },
})

/** The first plus enters the usual day; then buttons change hours by 0.5, arrow keys by 0.01. Only lines with hours are saved, in one request. */
export const Saved = meta.story({
  tags: ['whole'],
  play: async (played) => {
    const { app, args, userEvent } = played
    await opened()
    await addMembers(played, /Luis Ortega/)
    await userEvent.click(screen.getByRole('button', { name: 'More Hours of Dana Mercer' }))
    await userEvent.click(screen.getByRole('button', { name: 'More Hours of Dana Mercer' }))
    await expect(hoursOf('Dana Mercer')).toHaveValue('8.50')
    hoursOf('Dana Mercer').focus()
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(hoursOf('Dana Mercer')).toHaveValue('8.51'))
    await pickCode(played, 'mobilize')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Per diem for all' }))
    await userEvent.click(screen.getAllByRole('button', { name: 'More' })[0] as HTMLElement)
    await choose(userEvent, 'Note')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'North wing')
    await save(played)
    await waitFor(() => expect(screen.getByText('8.51 h saved for 1 person.')).toBeVisible())
    await expect(args.onClose).toHaveBeenCalledOnce()
    await expect(await app?.http('/api/time_entries', { query: { from: MONDAY, to: MONDAY } })).toMatchObject([
      { user_name: DANA, hours: 8.51, per_diem: true, notes: 'North wing', type: 'standard', project_name: PROJECT },
    ])
  },
})

/** Closing the dialog asks for confirmation before it discards entered values. */
export const Discarding = meta.story({
  tags: ['whole'],
  play: async ({ args, userEvent }) => {
    await opened()
    await userEvent.type(hoursOf('Dana Mercer'), '8')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard what you entered?' }))
    await userEvent.click(question.getByRole('button', { name: 'Keep entering' }))
    await waitFor(() => expect(hoursOf('Dana Mercer')).toHaveValue('8.00'))
    await expect(args.onClose).not.toHaveBeenCalled()
  },
})
