import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { addDays } from '#lib/days.ts'
import { choose } from '#ui/story.tsx'
import { Toaster } from '#ui/toast/toast.tsx'
import { DANA, KIM, LUIS, MONDAY, PROJECT, book } from '../parts/outlook/booked.fixture.ts'
import { EnterTimeDialog } from './enter-time-dialog.tsx'
import { opened, hoursOf, code, lines, project, save } from './sheet-steps.fixture.ts'

/** Enter Time for a crew: yesterday's lines copied, and values set for all of its people. */
const meta = preview.meta({
  title: 'Dialogs/Enter time, a crew',
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

/** "Yesterday" copies the people, hours and codes of the last day worked. */
export const Yesterday = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) =>
    book(app, [
      { person: LUIS, hours: 8.5, date: addDays(MONDAY, -3) },
      { person: KIM, hours: 7, date: addDays(MONDAY, -3) },
      { person: KIM, hours: 2, date: addDays(MONDAY, -4) },
    ]),
  play: async ({ userEvent }) => {
    await opened()
    await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }))
    await waitFor(() => expect(hoursOf('Luis Ortega')).toHaveValue('8.50'))
    await expect(hoursOf('Kim Tran')).toHaveValue('7.00')
    await waitFor(() => expect(code(1)).toHaveValue('01.010 - General Mobilize'))
    await expect(lines()).toHaveLength(2)
  },
})

export const NothingYesterday = meta.story({
  tags: ['whole'],
  play: async ({ userEvent }) => {
    await opened()
    await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }))
    await waitFor(() => expect(screen.getByText('There is no time in the week before to copy.')).toBeVisible())
    await expect(lines()).toHaveLength(1)
  },
})

/** Without a project that of all lines becomes the sheet's; those who have time that day already are left out. */
export const YesterdayOfAnyProject = meta.story({
  tags: ['whole'],
  args: { project_id: null },
  beforeEach: ({ app }) =>
    book(app, [
      { person: LUIS, hours: 8.5, date: addDays(MONDAY, -3) },
      { person: KIM, hours: 7, date: addDays(MONDAY, -3) },
      { person: KIM, hours: 2 },
    ]),
  play: async (played) => {
    const { app, userEvent } = played
    await opened()
    await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }))
    await waitFor(() => expect(hoursOf('Luis Ortega')).toHaveValue('8.50'))
    await expect(lines()).toHaveLength(1)
    await waitFor(() => expect(project()).toHaveDisplayValue(new RegExp(`${PROJECT}$`)))
    await save(played)
    await waitFor(() => expect(screen.getByText('8.50 h saved for 1 person.')).toBeVisible())
    const saved = await app?.http('/api/time_entries', { query: { from: MONDAY, to: MONDAY, search: 'Luis' } })
    await expect(saved).toMatchObject([{ user_name: LUIS, project_name: PROJECT, hours: 8.5 }])
  },
})

/** Per diem is each person's own: copied with the hours, set for all, changed for one. */
export const PerDiem = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) =>
    book(app, [
      { person: LUIS, hours: 8.5, date: addDays(MONDAY, -3), per_diem: true },
      { person: KIM, hours: 7, date: addDays(MONDAY, -3) },
    ]),
  play: async (played) => {
    const { app, userEvent } = played
    await opened()
    await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }))
    await waitFor(() => expect(lines()).toHaveLength(2))
    const all = screen.getByRole('checkbox', { name: 'Per diem for all' })
    await expect(all).not.toBeChecked()
    const paidOn = (name: string) =>
      lines().some(({ textContent }) => textContent?.includes(name) && textContent.includes('Per diem'))
    await expect([paidOn(LUIS), paidOn(KIM)]).toEqual([true, false])
    await userEvent.click(all)
    await expect([paidOn(LUIS), paidOn(KIM)]).toEqual([true, true])
    const at = lines().findIndex(({ textContent }) => textContent?.includes(LUIS))
    await userEvent.click(screen.getAllByRole('button', { name: 'More' })[at] as HTMLElement)
    await choose(userEvent, 'No per diem')
    await save(played)
    await waitFor(() => expect(screen.getByText('15.50 h saved for 2 people.')).toBeVisible())
    const saved = await app?.http('/api/time_entries', { query: { from: MONDAY, to: MONDAY, sort: 'user_id' } })
    const paid = new Map(
      (saved as { user_name: string; per_diem: boolean }[]).map((one) => [one.user_name, one.per_diem]),
    )
    await expect([paid.get(LUIS), paid.get(KIM)]).toEqual([false, true])
  },
})

/** A saved crew is added with one tap, without those who have time that day. */
export const SavedCrew = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    const crew_users = await Promise.all(
      [LUIS, KIM, 'Pat Olsen'].map(async (name) => ({ user_id: (await app?.find('/users', name)) ?? 0 })),
    )
    await app?.http('/api/crews', { method: 'POST', body: { name: 'Crew of Dana', crew_users } })
    await book(app, [{ person: KIM, hours: 2 }])
  },
  play: async ({ userEvent }) => {
    await opened()
    await userEvent.click(await screen.findByRole('button', { name: 'Crew of Dana (2)' }))
    await waitFor(() => expect(lines()).toHaveLength(3))
    await expect(
      lines()
        .map((line) => line.textContent)
        .join(),
    ).not.toContain(KIM)
    await expect(screen.queryByRole('button', { name: /Crew of Dana/ })).toBeNull()
  },
})

/** Errors appear while hours are typed, and the typed text is kept; overtime to come is only a warning. */
export const Foreseen = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) => book(app, [{ person: DANA, hours: 3 }]),
  play: async ({ userEvent }) => {
    await opened()
    await waitFor(() => expect(lines()[0]).toHaveTextContent('3.00 h already'))
    await userEvent.type(hoursOf(DANA), '25')
    await waitFor(() => expect(lines()[0]).toHaveTextContent('More than 24 hours entered for Dana Mercer on 3/10.'))
    await expect(hoursOf(DANA)).toHaveValue('25')
    await userEvent.clear(hoursOf(DANA))
    await userEvent.type(hoursOf(DANA), '9:30')
    await waitFor(() => expect(lines()[0]).toHaveTextContent('More than 10 hours on a public works project.'))
    await expect(lines()[0]).toHaveTextContent('4.50 h overtime: over 8 hours on prevailing projects on Mon.')
    await expect(lines()[0]).not.toHaveTextContent('More than 24 hours')
  },
})

export const ForeseenOnPhone = meta.story({ ...Foreseen.input, globals: phone })
