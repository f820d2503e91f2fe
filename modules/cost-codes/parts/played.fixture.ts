import { screen } from 'storybook/test'
import type { StoryApp } from '../../../.storybook/services.ts'
import { choose } from '#ui/story.tsx'

interface Played {
  canvas: Pick<typeof screen, 'findByRole'>
  userEvent: { click(element: Element): Promise<void>; keyboard(keys: string): Promise<unknown> }
}

/** The sample company's project that has every code of the book but low voltage and lighting, each of them in use. */
export const PROJECT = 'Canyon Lakes Elementary'
/** Where that project's codes are. */
export async function codesAt(app: StoryApp | undefined): Promise<string> {
  return `/api/projects/${await app?.find('/projects', PROJECT)}/cost_codes`
}
interface Code {
  id: number
  number: string
  name: string
  category_number: string | null
  budget_hours: number | null
}
/** What the budgets of that project's codes come to, or of those in one category or of one name, as a list shows it. */
export async function budget(
  app: StoryApp | undefined,
  { category, name }: { category?: string; name?: string } = {},
): Promise<string> {
  const codes = (await app?.http<Code[]>(await codesAt(app))) ?? []
  const counted = codes.filter(
    (code) => (category ?? code.category_number) === code.category_number && (name ?? code.name) === code.name,
  )
  return counted.reduce((sum, { budget_hours }) => sum + (budget_hours ?? 0), 0).toLocaleString('en-US')
}
export const phone = { viewport: { value: 'phone' } }

/** The names of the codes on screen that can be changed, in their order. */
export const names = () => screen.queryAllByRole('button', { name: /^Edit \d/ }).map(({ textContent }) => textContent)
export const row = (name: RegExp) => screen.getByRole('row', { name })

/** Picks from the tab's menu. */
export async function more({ canvas, userEvent }: Played, item: string) {
  await userEvent.click(await canvas.findByRole('button', { name: 'More for cost codes' }))
  await choose(userEvent, item)
}

/** Picks from one code's menu. */
export async function moreFor({ canvas, userEvent }: Played, code: string, item: string) {
  await userEvent.click(await canvas.findByRole('button', { name: `More for ${code}` }))
  await choose(userEvent, item)
}
