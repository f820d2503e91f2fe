import { expect, screen, waitFor, within } from 'storybook/test'
import { addDays, formatWeekday } from '#lib/days.ts'
import preview, { App, type Preparing, runningClock } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Time off', component: App, parameters: { path: '/schedule/time-off' } })
const phone = { viewport: { value: 'phone' } }

/** Who answers sees what is asked, with the note, and grants it; Undo takes that back with the day off. */
export const Granting = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Kim Tran/ }))
    await expect(await canvas.findByText('My sister is getting married in Boise.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Grant' }))
    await screen.findByText('Time off granted.')
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Grant' })).toBeNull())
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect(await canvas.findByRole('button', { name: 'Grant' })).toBeVisible()
  },
})

/** Declining asks why. */
export const Declining = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Pat Olsen/ }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Decline' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline time off' }))
    await userEvent.click(dialog.getByRole('button', { name: /Decline/ }))
    await expect(await dialog.findByText('Add a reason.')).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox'), 'The inspection is that day.')
    await userEvent.click(dialog.getByRole('button', { name: /Decline/ }))
    await screen.findByText('Time off declined.')
  },
})

/** On a phone one asks from the agenda, where it stands with its state, and withdraws it. */
export const Asking = meta.story({
  parameters: { path: '/schedule?view=agenda' },
  globals: { person: 'employee', ...phone },
  play: async ({ app, canvas, userEvent }) => {
    const day = addDays(app?.services.today.peek() ?? '', 40)
    const [year, month, date] = day.split('-')
    await expect(await canvas.findByRole('region', { name: 'Your time off' })).toHaveTextContent(/Vacation.*Asked/)
    await userEvent.click(canvas.getByRole('button', { name: 'Ask for time off' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for time off' }))
    await userEvent.click(dialog.getByRole('radio', { name: 'Sick' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await dialog.findByText('First day is required')).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox', { name: 'First day' }), `${month}/${date}/${year}`)
    await userEvent.type(dialog.getByRole('textbox', { name: 'Last day' }), `${month}/${date}/${year}`)
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    const own = within(await canvas.findByRole('region', { name: 'Your time off' }))
    await userEvent.click(await own.findByRole('link', { name: new RegExp(`^Sick ${formatWeekday(day)}`) }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Withdraw' }))
    await screen.findByText('Request withdrawn.')
  },
})

export const Phone = meta.story({ globals: { person: 'employee', theme: 'dark', ...phone } })

/** A foreman's own days are without the time off of others, which All has. */
export const AgendaMine = meta.story({
  tags: ['whole'],
  parameters: {
    path: async ({ http, find }: Preparing) => {
      const user_id = await find('/users', 'Kim Tran')
      const day = { all_day: true, start_date: runningClock.day(), end_date: runningClock.day() }
      const off = { kind: 'calendar', type: 'time_off', title: 'Away fishing', ...day, user_ids: [user_id] }
      await http('/api/schedule_events', { method: 'POST', body: off })
      await http('/api/schedule_events/publish', { method: 'POST', body: {} })
      return '/schedule?view=agenda'
    },
  },
  globals: { person: 'foreman' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('radio', { name: 'All' }))
    await expect(await canvas.findByText('Away fishing')).toBeVisible()
    await userEvent.click(canvas.getByRole('radio', { name: 'Mine' }))
    await waitFor(() => expect(canvas.queryByText('Away fishing')).toBeNull())
  },
})
