import { expect, screen, waitFor, within } from 'storybook/test'
import { addDays } from '#lib/days.ts'
import preview, { App } from '../../../.storybook/preview.tsx'
import { drawOn } from '#ui/signature/draw.fixture.ts'
import { linesOfDay, type DaySignature } from '../day-signatures.ts'
import type { TimeEntry } from '../entities.ts'
import { DANA, KIM, LUIS, MONDAY, book } from '../parts/outlook/booked.fixture.ts'

const page = { path: `/time/sign?day=${MONDAY}` }
const meta = preview.meta({ title: 'Screens/Signatures', component: App, parameters: page })
const phone = { viewport: { value: 'phone' } }

const crew = (app: Parameters<typeof book>[0]) =>
  book(app, [
    { person: DANA, hours: 8, per_diem: true },
    { person: KIM, hours: 6 },
    { person: KIM, hours: 2, type: 'shop' },
    { person: LUIS, hours: 8 },
  ])

/** Signs somebody's day as it is, or with other hours. */
async function sign(app: Parameters<typeof book>[0], person: string, hours?: number) {
  const user_id = await app?.find('/users', person)
  const entries =
    (await app?.http<TimeEntry[]>('/api/time_entries', { query: { user_id, from: MONDAY, to: MONDAY } })) ?? []
  const lines = linesOfDay(entries).map((line) => ({ ...line, ...(hours !== undefined && { hours }) }))
  await app?.http<DaySignature>('/api/day_signatures', {
    method: 'POST',
    body: { user_id, date: MONDAY, lines, signature_path: 'M 60 120 L 90 60 L 150 130 L 260 80' },
  })
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name: new RegExp(`^${name}, `) }))

/** One after the other signs on one phone, until all have. */
export const InTurn = meta.story({
  beforeEach: ({ app }) => crew(app),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('0 of 3 signed')
    await userEvent.click(canvas.getByRole('button', { name: `Sign: ${DANA}` }))
    const names = [DANA, KIM, LUIS]
    for (const [at, name] of names.entries()) {
      const form = await dialog(name)
      await expect(form.getByRole('button', { name: 'Sign' })).toBeDisabled()
      if (at > 0) await expect(form.getByRole('status')).toHaveTextContent(`${names[at - 1]} has signed.`)
      if (name === KIM) {
        await expect(form.getByText('I worked these 8.00 hours.')).toBeVisible()
        await expect(form.getByText('Shop')).toBeVisible()
      }
      await drawOn(form.getByRole('img', { name: 'Sign here with your finger' }))
      await userEvent.click(form.getByRole('button', { name: 'Sign' }))
    }
    await canvas.findByText('3 of 3 signed')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(canvas.getByRole('img', { name: `Signature of ${KIM}` })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^Sign:/ })).toBeNull()
  },
})

export const InTurnOnPhone = meta.story({ ...InTurn.input, globals: phone })

/** Who is not there is left out, and is next again at the end. */
export const LeftOut = meta.story({
  tags: ['whole'],
  globals: phone,
  beforeEach: ({ app }) => crew(app),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: `Sign: ${DANA}` }))
    await userEvent.click((await dialog(DANA)).getByRole('button', { name: `Next: ${KIM}` }))
    const form = await dialog(KIM)
    await drawOn(form.getByRole('img', { name: 'Sign here with your finger' }))
    await userEvent.click(form.getByRole('button', { name: 'Sign' }))
    await expect((await dialog(LUIS)).getByRole('button', { name: `Next: ${DANA}` })).toBeVisible()
    await userEvent.click((await dialog(LUIS)).getByRole('button', { name: 'Close' }))
    await canvas.findByText('1 of 3 signed')
  },
})

/** What was changed after it was signed says so, and is signed again. */
export const States = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    await crew(app)
    await sign(app, DANA)
    await sign(app, KIM, 5)
  },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('1 of 3 signed')
    await expect(canvas.getByText('Signed', { selector: 'span' })).toBeVisible()
    await expect(canvas.getByText('Changed after signing')).toBeVisible()
    await expect(canvas.getByText(/^10\.00 h were signed, /)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: `Sign again: ${KIM}` }))
    const form = await dialog(KIM)
    await drawOn(form.getByRole('img', { name: 'Sign here with your finger' }))
    await userEvent.click(form.getByRole('button', { name: 'Sign' }))
    await canvas.findByText('2 of 3 signed')
    await userEvent.click((await dialog(LUIS)).getByRole('button', { name: 'Close' }))
  },
})

export const StatesOnPhoneDark = meta.story({ ...States.input, tags: ['whole'], globals: { ...phone, theme: 'dark' } })

export const Nothing = meta.story({
  tags: ['whole'],
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No hours to sign on this day.')).toBeVisible()
  },
})

/** The week says which days are signed, in its table and on a person's page. */
export const InTheWeek = meta.story({
  tags: ['whole'],
  parameters: { path: `/time?view=week&day=${MONDAY}` },
  globals: { person: 'office' },
  beforeEach: States.input.beforeEach,
  play: async ({ canvas }) => {
    const row = async (name: RegExp) => within(await canvas.findByRole('row', { name }))
    await expect(await (await row(/Dana Mercer/)).findByRole('img', { name: 'Signed' })).toBeVisible()
    await expect(await (await row(/Kim Tran/)).findByRole('img', { name: 'Sign again' })).toBeVisible()
    await expect((await row(/Luis Ortega/)).queryByRole('img', { name: /sign/i })).toBeNull()
  },
})

export const OnTheDay = meta.story({
  tags: ['whole'],
  parameters: { path: `/time?view=day&day=${MONDAY}` },
  globals: { person: 'office' },
  beforeEach: States.input.beforeEach,
  play: async ({ canvas }) => {
    const signed = within(await canvas.findByRole('list', { name: 'Signatures' }))
    await expect(signed.getByText(/Dana Mercer/)).toHaveTextContent('Signed Dana Mercer')
    await expect(signed.getByText(/Kim Tran/)).toHaveTextContent('Changed after signing Kim Tran')
    await expect(canvas.getByRole('link', { name: 'Have the crew sign' })).toHaveAttribute('href', page.path)
  },
})

/** Another day is a step away, also where there is nothing to sign. */
export const AnotherDay = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) => crew(app),
  parameters: { path: `/time/sign?day=${addDays(MONDAY, -1)}` },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('No hours to sign on this day.')
    await userEvent.click(canvas.getByRole('button', { name: 'Day after' }))
    await expect(await canvas.findByText('0 of 3 signed')).toBeVisible()
  },
})
