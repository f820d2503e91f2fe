import { expect, screen, waitFor, within } from 'storybook/test'
import { choose } from '#ui/story.tsx'
import { timeEntries } from '../../time/entities.ts'
import { dailyLogs } from '../entities.ts'
import preview, { App, type Preparing, type StoryApp } from '../../../.storybook/preview.tsx'

interface Log {
  id: number
  date: string
  completed_at: string | null
  work_performed: string | null
}
interface Entry {
  id: number
  type: string
  workers?: number
}

const PROJECT = 'Canyon Lakes Elementary'
const logsOf = async ({ http, find }: Pick<Preparing, 'http' | 'find'>) =>
  http<Log[]>(`/api/projects/${await find('/projects', PROJECT)}/daily_logs`)
const addressOf = async (app: Preparing, isDraft: boolean) => {
  const log = (await logsOf(app)).find(({ completed_at }) => (completed_at === null) === isDraft)
  if (!log) throw new Error('The sample has no such daily log.')
  return `/projects/${await app.find('/projects', PROJECT)}/daily_logs/${log.id}`
}
const draft = (app: Preparing) => addressOf(app, true)
/** The same, on whose project an outside contact works too. */
async function shared(app: Preparing): Promise<string> {
  const path = `/api/projects/${await app.find('/projects', PROJECT)}`
  const { project_users } = await app.http<{ project_users: object[] }>(path)
  const outside = { user_id: await app.find('/users', 'Alex Winters') }
  await app.http(path, { method: 'PATCH', body: { project_users: [...project_users, outside] } })
  return draft(app)
}
const complete = (app: Preparing) => addressOf(app, false)

const meta = preview.meta({
  title: 'Screens/Daily log',
  component: App,
  parameters: { path: draft },
  globals: { person: 'foreman' },
})

/** The draft that the screen shows, as the server has it. */
async function stored(app: StoryApp | undefined): Promise<Log> {
  if (!app) throw new Error('The story has no app.')
  const log = (await logsOf(app)).find(({ completed_at }) => completed_at === null)
  if (!log) throw new Error('There is no draft.')
  return log
}
const linesOf = async (app: StoryApp | undefined) =>
  (await app?.http<Entry[]>(`/api/daily_logs/${(await stored(app)).id}/entries`)) ?? []
const work = () => screen.findByRole('textbox', { name: 'Work performed' })
const saved = () => waitFor(() => expect(screen.getByText(/^Saved \d/)).toBeVisible())

/** What is typed is saved by itself, and the page says when. */
export const Typing = meta.story({
  play: async ({ app, userEvent }) => {
    await userEvent.type(await work(), ' Cleaned up.')
    await saved()
    await expect((await stored(app)).work_performed).toMatch(/Cleaned up\.$/)
  },
})

export const Dark = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman', theme: 'dark' },
  play: async () => {
    await work()
  },
})

/** A + adds an empty line in place, which is saved as soon as it says enough, and goes on being typed. */
export const AddingALine = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman', viewport: { value: 'phone' } },
  play: async ({ app, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add delivery' }))
    const line = within(await canvas.findByRole('group', { name: 'Deliveries' }))
    await waitFor(() => expect(line.getByRole('textbox', { name: /Supplier/ })).toHaveFocus())
    await userEvent.type(line.getByRole('textbox', { name: /Supplier/ }), 'Platt Electric')
    await userEvent.tab()
    await saved()
    await userEvent.type(line.getByRole('textbox', { name: 'Ticket' }), '88213')
    await userEvent.click(line.getByRole('button', { name: 'Done' }))
    await canvas.findByText(/Ticket 88213/)
    await waitFor(async () =>
      expect((await linesOf(app)).filter(({ type }) => type === 'delivery')).toMatchObject([
        { supplier: 'Platt Electric', ticket_number: '88213' },
      ]),
    )
  },
})

/** A refused value says why beside its input, and nothing else is lost. */
export const Refused = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^Apex General/ }))
    const line = within(await canvas.findByRole('group', { name: 'Others on site' }))
    const hours = line.getByRole('spinbutton', { name: 'Hours each' })
    await userEvent.clear(hours)
    await userEvent.type(hours, '25')
    await userEvent.tab()
    await line.findByText('Hours each must be 24 or less.')
    await expect(hours).toHaveValue('25')
    await userEvent.clear(hours)
    await userEvent.type(hours, '9')
    await userEvent.tab()
    await saved()
    await waitFor(() => expect(line.queryByText('Hours each must be 24 or less.')).toBeNull())
  },
})

/** A new line that lacks something, or that the server refuses, stays with all that was typed until it is saved. */
export const UnfinishedLine = meta.story({
  tags: ['whole'],
  play: async ({ app, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add company' }))
    const groups = await canvas.findAllByRole('group', { name: 'Others on site' })
    const line = within(groups.at(-1) ?? canvas.getByRole('main'))
    const company = line.getByRole('textbox', { name: /Company/ })
    await expect(company).toBeRequired()
    const workers = line.getByRole('spinbutton', { name: /Workers/ })
    const hours = line.getByRole('spinbutton', { name: 'Hours each' })
    await userEvent.type(workers, '4')
    await userEvent.type(hours, '30')
    await userEvent.click(line.getByRole('button', { name: 'Done' }))
    await line.findByText('Company is required')
    await waitFor(() => expect(company).toHaveFocus())
    await userEvent.type(company, 'Apex Drywall')
    await userEvent.click(line.getByRole('button', { name: 'Done' }))
    await line.findByText('Hours each must be 24 or less.')
    await expect(workers).toHaveValue('4')
    await userEvent.clear(hours)
    await userEvent.type(hours, '8')
    await userEvent.click(line.getByRole('button', { name: 'Done' }))
    await canvas.findByRole('button', { name: /^Apex Drywall/, expanded: false })
    await expect(await linesOf(app)).toContainEqual(
      expect.objectContaining({ type: 'manpower', company: 'Apex Drywall', workers: 4, hours: 8 }),
    )
  },
})

/** An open entry with a refused value is not closed by its head either. */
export const RefusedStaysOpen = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const head = await canvas.findByRole('button', { name: /^Apex General/ })
    await userEvent.click(head)
    const line = within(await canvas.findByRole('group', { name: 'Others on site' }))
    const hours = line.getByRole('spinbutton', { name: 'Hours each' })
    await userEvent.clear(hours)
    await userEvent.type(hours, '25')
    await userEvent.click(head)
    await line.findByText('Hours each must be 24 or less.')
    await expect(hours).toHaveValue('25')
    await expect(head).toHaveAttribute('aria-expanded', 'true')
  },
})

/** Outside contacts report their own company and are not asked for it. */
export const OwnCompany = meta.story({
  tags: ['whole'],
  parameters: { path: shared },
  globals: { person: 'contact' },
  play: async ({ app, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add company' }))
    const groups = await canvas.findAllByRole('group', { name: 'Others on site' })
    const line = within(groups.at(-1) ?? canvas.getByRole('main'))
    await expect(line.queryByRole('textbox', { name: /Company/ })).toBeNull()
    await userEvent.type(line.getByRole('spinbutton', { name: /Workers/ }), '7')
    await userEvent.click(line.getByRole('button', { name: 'Done' }))
    await canvas.findByText('7 workers · 0.00 h each')
    await expect(await app?.http<Entry[]>('/api/daily_log_entries')).toContainEqual(
      expect.objectContaining({ workers: 7, status: 'pending', contact_name: 'Alex Winters' }),
    )
  },
})

/** Where two people write the same text at once, both texts are kept. */
export const Together = meta.story({
  tags: ['whole'],
  play: async ({ app, userEvent }) => {
    const log = await stored(app)
    const text = await work()
    await userEvent.type(text, ' Mine.')
    const theirs = `${log.work_performed} Theirs.`
    await app?.http(`/api/daily_logs/${log.id}`, { method: 'PATCH', body: { work_performed: theirs } })
    await saved()
    await expect((await stored(app)).work_performed).toBe(`${theirs}\nMine.`)
    await waitFor(() => expect(text).toHaveValue(`${theirs}\nMine.`))
  },
})

/** What is typed while someone else completes the log is not saved, and not lost either. */
export const CompletedMeanwhile = meta.story({
  tags: ['whole'],
  play: async ({ app, canvas, userEvent }) => {
    const { id } = await stored(app)
    const text = await work()
    await userEvent.type(text, ' One more thing.')
    await app?.http(`/api/daily_logs/${id}/complete`, { method: 'POST' })
    await canvas.findByText(/^Could not be saved: This daily log is complete\. Reopen it to make changes\./)
    await app?.services.api.across(dailyLogs).fetch(id)
    await canvas.findByText(/^Completed by Luis Ortega/)
    await expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Work performed' }).value).toMatch(
      /One more thing\.$/,
    )
  },
})

/** Time that is entered for the day shows in the crew at once. */
export const CrewFromTime = meta.story({
  tags: ['whole'],
  play: async ({ app, canvas }) => {
    const crew = await canvas.findByText(/ h from time$/)
    const [before = 0, hours = 0] = (crew.textContent?.match(/[\d.]+/g) ?? []).map(Number)
    if (!app) throw new Error('The story has no app.')
    const project_id = await app.find('/projects', PROJECT)
    const [code] = await app.http<{ id: number }[]>(`/api/projects/${project_id}/cost_codes`)
    const person = (await app.http<{ id: number; track_time: boolean; active: boolean }[]>('/api/users')).find(
      ({ track_time, active }) => track_time && active,
    )
    const { date } = await stored(app)
    const entry = { user_id: person?.id ?? 0, project_id, cost_code_id: code?.id ?? 0, date, hours: 7.5 }
    await app.services.api(timeEntries).save(entry)
    const after = `${before ? `${before + 1} people` : '1 person'}, ${(hours + 7.5).toFixed(2)} h from time`
    await waitFor(() => expect(canvas.getByText(after)).toBeVisible())
  },
})

/** What an outside contact entered is approved here. */
export const Approving = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('1 entry to approve')
    await userEvent.click(await canvas.findByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(canvas.queryByText('Pending')).toBeNull())
    await waitFor(() => expect(canvas.queryByText('1 entry to approve')).toBeNull())
  },
})

/** A complete log has no inputs; reopening it, for those who may, asks for a reason. */
export const Complete = meta.story({
  tags: ['whole'],
  parameters: { path: complete },
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText(/^Completed by Luis Ortega/)
    await expect(canvas.queryByRole('textbox', { name: 'Work performed' })).toBeNull()
    await expect(canvas.queryByRole('button', { name: 'Add company' })).toBeNull()
    await userEvent.click(await canvas.findByRole('button', { name: 'More' }))
    await choose(userEvent, 'Reopen')
    const dialog = within(await screen.findByRole('dialog', { name: 'Reopen' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Reopen' }))
    await dialog.findByText('Add a reason.')
  },
})

/** What was answered to a mail stands on the log, with a form to reply. */
export const Messages = meta.story({
  parameters: {
    path: async (app: Preparing) => {
      const path = await draft(app)
      const messages = `/api/daily_logs/${path.split('/').at(-1)}/messages`
      await app.http(messages, { method: 'POST', body: { content: 'Call me about his hand.' } })
      return path
    },
  },
  play: async () => {
    const section = within(await screen.findByRole('region', { name: 'Messages' }))
    await expect(await section.findByText('Call me about his hand.')).toBeVisible()
    await expect(section.getByRole('form', { name: 'Reply to this daily log' })).toBeVisible()
  },
})
