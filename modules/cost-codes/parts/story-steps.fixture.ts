import { formatHours } from '#lib/numbers.ts'
import { screen } from 'storybook/test'
import type { StoryApp } from '../../../.storybook/services.ts'
import { choose } from '#ui/story.tsx'

interface Played {
  canvas: Pick<typeof screen, 'findByRole'>
  userEvent: { click(element: Element): Promise<void>; keyboard(keys: string): Promise<unknown> }
}

/** The sample project with all default codes except low voltage and lighting, all of them active. */
export const PROJECT = 'Canyon Lakes Elementary'
/** The endpoint of that project's codes. */
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
/** The total budget of that project's codes, optionally of one category or name, formatted as in the list. */
export async function budget(
  app: StoryApp | undefined,
  { category, name }: { category?: string; name?: string } = {},
): Promise<string> {
  const codes = (await app?.http<Code[]>(await codesAt(app))) ?? []
  const counted = codes.filter(
    (code) => (category ?? code.category_number) === code.category_number && (name ?? code.name) === code.name,
  )
  return formatHours(counted.reduce((sum, { budget_hours }) => sum + (budget_hours ?? 0), 0))
}
export const phone = { viewport: { value: 'phone' } }

/** The names of the editable codes on screen, in order. */
export const names = () => screen.queryAllByRole('button', { name: /^Edit \d/ }).map(({ textContent }) => textContent)
export const row = (name: RegExp) => screen.getByRole('row', { name })

/** Selects an item of the tab's menu. */
export async function more({ canvas, userEvent }: Played, item: string) {
  await userEvent.click(await canvas.findByRole('button', { name: 'More for cost codes' }))
  await choose(userEvent, item)
}

/** Selects an item of a code's menu. */
export async function moreFor({ canvas, userEvent }: Played, code: string, item: string) {
  await userEvent.click(await canvas.findByRole('button', { name: `More for ${code}` }))
  await choose(userEvent, item)
}
