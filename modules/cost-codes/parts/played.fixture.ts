import { screen } from 'storybook/test'
import { choose } from '#ui/story.tsx'

interface Played {
  canvas: Pick<typeof screen, 'findByRole'>
  userEvent: { click(element: Element): Promise<void>; keyboard(keys: string): Promise<unknown> }
}

/** Where project 1's codes are. */
export const codes = '/api/projects/1/cost_codes'
export const phone = { viewport: { value: 'phone' } }

/** The names of the codes on screen that can be changed, in their order. */
export const names = () => screen.getAllByRole('button', { name: /^Edit \d/ }).map(({ textContent }) => textContent)
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
