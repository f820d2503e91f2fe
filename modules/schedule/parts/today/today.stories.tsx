import { expect, screen, waitFor, within } from 'storybook/test'
import { addDays, formatWeekday } from '#lib/days.ts'
import preview, { App, runningClock, type Preparing, type StoryApp } from '../../../../.storybook/preview.tsx'
import { timeEntries } from '../../../time/entities.ts'
import type { Agenda } from '../../agenda-shape.ts'

/** What Home shows of a person's day: the job, its people and the way there, and what is to be done next. */
const meta = preview.meta({ title: 'Screens/Home today', component: App, globals: { person: 'manager' } })

const MANAGER = 'Ray Ochoa'
const today = runningClock.day()
const tomorrow = addDays(today, 1)

interface Work {
  person?: string
  project?: string
  day?: string
  lead?: boolean
  start_time?: string
}

/** Plans work and publishes it: the manager's own where nobody is named, who has none in the sample company. */
const planned =
  (...work: Work[]) =>
  async ({ http, find }: Preparing): Promise<string> => {
    await http(`/api/users/${await find('/users', MANAGER)}`, { method: 'PATCH', body: { schedulable: true } })
    const ids: number[] = []
    for (const { person = MANAGER, project = 'Pasco Dental', day = today, ...rest } of work) {
      const made = await http<{ id: number }>('/api/schedule_events', {
        method: 'POST',
        body: {
          kind: 'assignment',
          user_id: await find('/users', person),
          project_id: await find('/projects', project),
          start_date: day,
          end_date: day,
          confirmed: ['time_off', 'double_booking', 'ratio'],
          ...rest,
        },
      })
      ids.push(made.id)
    }
    await http('/api/schedule_events/publish', { method: 'POST', body: { ids } })
    return '/'
  }

const own = async (app: StoryApp | undefined) =>
  ((await app?.http<Agenda>('/api/schedule_events/agenda'))?.jobs ?? []).flatMap(({ date, mine }) =>
    mine ? [{ date, reply: mine.reply }] : [],
  )

/** Before it begins the way there stands out; who leads sees who has not confirmed, and calls from there. */
export const Leading = meta.story({
  tags: ['whole'],
  parameters: { path: planned({ lead: true, start_time: '23:59' }, { person: 'Nell Abbott', start_time: '23:59' }) },
  play: async ({ canvas, userEvent }) => {
    const card = within(await canvas.findByRole('article', { name: 'Pasco Dental' }))
    await expect(card.getByText('11:59 PM')).toBeVisible()
    const go = card.getByRole('link', { name: 'Directions' })
    await expect(go).toHaveAttribute('href', expect.stringMatching(/^https:\/\/www\.google\.com\/maps\/dir/))
    await expect(getComputedStyle(go).backgroundColor).not.toBe(
      getComputedStyle(card.getByRole('link', { name: 'Walk' })).backgroundColor,
    )
    await expect(card.getByText('Nell has not confirmed')).toBeVisible()
    await userEvent.click(card.getByRole('button', { name: /^You lead Nell/ }))
    await expect(card.getByRole('link', { name: 'Call Nell Abbott' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^tel:\+1509/),
    )
    for (const name of ['Enter time', 'Daily log']) await expect(card.getByRole('button', { name })).toBeVisible()
    await expect(card.getByRole('link', { name: 'Walk' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/projects\/\d+\/walk$/),
    )
  },
})

/** Of two jobs that of the hour comes first; once hours are in, the log stands out. */
export const TwoJobs = meta.story({
  tags: ['whole'],
  parameters: {
    path: planned({ project: 'Road 68 Elementary', start_time: '23:59' }, { start_time: '00:00' }),
  },
  play: async ({ app, canvas }) => {
    const work = within(await canvas.findByRole('region', { name: 'Your work' }))
    const [first, second] = work.getAllByRole('article')
    if (!first || !second) throw new Error('There are not two jobs.')
    await expect(first).toHaveAccessibleName('Pasco Dental')
    await expect(second).toHaveAccessibleName('Road 68 Elementary')
    const log = within(first).getByRole('button', { name: 'Daily log' })
    await expect(log).not.toHaveAttribute('data-solid')
    const project_id = (await app?.find('/projects', 'Pasco Dental')) ?? 0
    const [code] = (await app?.http<{ id: number }[]>(`/api/projects/${project_id}/cost_codes`)) ?? []
    const user_id = (await app?.find('/users', MANAGER)) ?? 0
    const line = { user_id, project_id, cost_code_id: code?.id ?? 0, date: today, hours: 4 }
    const entered = await app?.services.api(timeEntries).saveMany([line])
    await expect(entered?.ok).toBe(true)
    await waitFor(() => expect(log).toHaveAttribute('data-solid'))
    await expect(within(second).getByRole('button', { name: 'Daily log' })).not.toHaveAttribute('data-solid')
  },
})

/** The next day is confirmed right there, or declined with a reason; a declined day has no steps. */
export const Answering = meta.story({
  parameters: { path: planned({ start_time: '00:00' }, { day: tomorrow }) },
  play: async ({ app, canvas, userEvent }) => {
    const next = within(
      await canvas.findByRole('article', { name: `Pasco Dental, Tomorrow, ${formatWeekday(tomorrow)}` }),
    )
    await userEvent.click(next.getByRole('button', { name: 'Confirm' }))
    await next.findByText('You confirmed')
    await expect(await own(app)).toContainEqual({ date: tomorrow, reply: 'confirmed' })
    await userEvent.click(next.getByRole('button', { name: 'Can’t make it' }))
    await userEvent.type(await screen.findByLabelText(/^Why can’t you make it/), 'Dentist')
    await userEvent.click(screen.getByRole('button', { name: `Pasco Dental, ${formatWeekday(tomorrow)}` }))
    await next.findByText('You can’t make it')
    await expect(await own(app)).toContainEqual({ date: tomorrow, reply: 'declined' })
  },
})

/** Who has no job today sees that of the next day, which has no steps yet. */
export const NoneToday = meta.story({
  tags: ['whole'],
  parameters: { path: planned({ day: addDays(today, 3) }) },
  play: async ({ canvas }) => {
    const card = within(await canvas.findByRole('article', { name: 'Pasco Dental' }))
    await expect(card.getByText(new RegExp(`^${formatWeekday(addDays(today, 3))} · `))).toBeVisible()
    await expect(card.getByRole('button', { name: 'Confirm' })).toBeVisible()
    await expect(card.queryByRole('link', { name: 'Walk' })).toBeNull()
    await expect(canvas.getAllByRole('article')).toHaveLength(1)
  },
})

export const Phone = meta.story({ ...Leading.input, globals: { person: 'manager', viewport: { value: 'phone' } } })
export const PhoneDark = meta.story({
  ...Leading.input,
  tags: ['whole'],
  globals: { person: 'manager', viewport: { value: 'phone' }, theme: 'dark' },
})
