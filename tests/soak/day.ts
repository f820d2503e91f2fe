import { addDays } from '#lib/days.ts'
import type { Random } from '../faults/random.ts'
import { pause, type Browser } from './browser.ts'

/** A crew: who leads it, who is in it, and the job it is on. */
export interface Crew {
  readonly members: readonly number[]
  readonly project: number
  readonly code: number
}

interface Deps {
  readonly today: string
  readonly random: Random
  /** Resolves at an hour of the day, such as 15.5 for half past three. */
  at: (hour: number) => Promise<void>
  /** A photograph as a phone takes it. */
  readonly photo: Uint8Array<ArrayBuffer>
  /** Called with what was saved, to be found again in the evening. */
  saved: (kind: 'time_entries' | 'rfis' | 'punch_items' | 'attachments', ids: readonly number[]) => void
}

const WEEK = 7
const listened =
  'company_settings contact_types custom_fields custom_field_options phase_types phases schedule_settings users notifications rfis messages projects time_entries schedule_events'.split(
    ' ',
  )

/** The scripts of a working day by role, from six in the morning to four. They are what the app's screens ask for. */
export function createDay({ today, random, at, photo, saved }: Deps) {
  const between = (from: number, to: number) => from + (to - from) * (random.below(1000) / 1000)
  const week = `from=${addDays(today, -6)}&to=${today}`

  /** What the app asks for when it is opened: reference data changed since, people, and what Home shows. */
  async function open(browser: Browser) {
    const since = `since=${new Date(Date.now() - 86_400_000).toISOString()}`
    await browser.readAll(['/api/user', '/api/app'])
    await browser.readAll([
      ...['contact_types', 'custom_fields', 'custom_field_options', 'phase_types', 'phases', 'schedule_settings'].map(
        (name) => `/api/${name}?${since}`,
      ),
      '/api/users',
    ])
    browser.listen(listened)
    await browser.readAll([
      '/api/rfis/subscribed_and_unread',
      '/api/projects?page=1&status=active&per_page=1',
      `/api/notifications?view=unread&${since}`,
      `/api/schedule_events?from=${today}&to=${today}`,
      `/api/time_entries?user_id=${browser.user.id}&${week}`,
      `/api/timecards?user_id=${browser.user.id}&from=${addDays(today, -WEEK)}&${since}`,
      '/api/rfis?view=mine',
      '/api/tasks?view=mine',
    ])
  }
  async function openProject(browser: Browser, id: number, tab: string) {
    await browser.readAll([`/api/projects/${id}`, `/api/projects/${id}/${tab}`])
  }
  const enter = async (browser: Browser, { members, project, code }: Crew, hours: number) => {
    const lines = members.map((user_id) => ({
      user_id,
      type: 'standard',
      date: today,
      project_id: project,
      cost_code_id: code,
      hours,
      per_diem: false,
      notes: null,
    }))
    const entries = await browser.save('POST', '/api/time_entries/store_many', {
      data: lines,
      confirmed: ['duplicate'],
    })
    if (entries)
      saved(
        'time_entries',
        entries.map(({ id }: { id: number }) => id),
      )
  }

  return {
    /** Looks at the plan in the morning and at noon, and at the own hours at the end. */
    async employee(browser: Browser) {
      await at(between(6, 6.4))
      await open(browser)
      await browser.read(`/api/schedule_events/agenda?from=${today}&to=${addDays(today, WEEK)}`)
      await at(between(11.5, 12.5))
      await browser.read(`/api/schedule_events?from=${today}&to=${addDays(today, WEEK)}`)
      await at(between(15.6, 15.95))
      await browser.readAll([
        `/api/time_entries?user_id=${browser.user.id}&${week}`,
        `/api/timecards?user_id=${browser.user.id}&from=${addDays(today, -WEEK)}`,
      ])
    },
    /** Enters the morning's hours, photographs, asks, notes what is to be mended, and enters the rest of the hours. */
    async foreman(browser: Browser, crew: Crew) {
      const { project } = crew
      await at(between(6, 6.3))
      await open(browser)
      await openProject(browser, project, 'daily_logs')
      await enter(browser, crew, 0.5)
      for (let hour = 7; hour < 15; hour++) {
        await at(between(hour, hour + 0.8))
        await openProject(browser, project, hour % 2 ? 'rfis' : 'punch_items')
        if (hour % 2) {
          const [made] = [await browser.photo(`/api/projects/${project}/attachments`, photo)]
          if (made) saved('attachments', [made.id])
        }
        if (hour % 4 === 0) {
          const number = await browser.read(`/api/projects/${project}/rfis/next_number`)
          const question = { title: `Route ${random.below(1e6)}`, question: 'Along grid C?', number }
          const asked = await browser.save('POST', `/api/projects/${project}/rfis`, question)
          if (asked) {
            saved('rfis', [asked.id])
            await browser.save('POST', `/api/rfis/${asked.id}/messages`, { content: 'See the photo of this morning.' })
          }
        }
        const item = await browser.save('POST', `/api/projects/${project}/punch_items`, { title: `Item of ${hour}:00` })
        if (item) saved('punch_items', [item.id])
      }
      await at(between(15.5, 15.7))
      await browser.read(`/api/time_entries?from=${today}&to=${today}`)
      await enter(browser, crew, 7.5)
    },
    /** Lists, searches and changes all day long. */
    async office(browser: Browser) {
      await at(between(6.5, 7.2))
      await open(browser)
      for (let hour = 7.2; hour < 16; hour += 0.25) {
        await at(hour + between(0, 0.2))
        const page = `page=${1 + random.below(3)}&per_page=20&sort_direction=asc`
        switch (random.below(6)) {
          case 0:
            await browser.read(`/api/projects?${page}&sort_column=name&status=active`)
            break
          case 1:
            for (const text of ['k', 'ke', 'ken', 'kenn']) {
              await browser.read(`/api/customers?${page}&sort_column=name&search=${text}`)
              await pause(100)
            }
            break
          case 2:
            await browser.read('/api/rfis?page=1&sort_column=number&sort_direction=desc&status=active&per_page=20')
            break
          case 3:
            await browser.readAll([
              `/api/time_entries/missing?day=${addDays(today, -1)}`,
              `/api/time_entries?from=${today}&to=${today}`,
              `/api/timecards?status=submitted`,
            ])
            break
          case 4:
            await browser.read(`/api/schedule_events?from=${today}&to=${addDays(today, 2 * WEEK)}`)
            break
          default:
            await browser.save('PATCH', `/api/customers/${1 + random.below(20)}`, {
              phone_number: `509555${1000 + random.below(9000)}`,
            })
        }
      }
    },
  }
}
