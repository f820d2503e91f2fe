import { expect, waitFor } from 'storybook/test'
import { adding, shows } from '#blocks/story.tsx'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Setup/Default cost codes',
  component: App,
  parameters: { path: '/setup/default_cost_codes' },
})

export const Admin = meta.story(shows('26 Electrical'))

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const Adding = meta.story({ tags: ['whole'], ...adding })

export const AddingOnPhone = meta.story({ ...Adding.input, globals: { viewport: { value: 'phone' } } })

/** The codes of a category are sorted by keys as by dragging, and stay so. */
export const Sorting = meta.story({
  tags: ['whole'],
  play: async ({ app, canvas, userEvent }) => {
    const nameOf = (grip: HTMLElement) => grip.parentElement?.querySelector('[hidden]')?.getAttribute('aria-label')
    const inOrder = () => canvas.getAllByRole('button', { name: /^Move 26\./ }).map(nameOf)
    const first = await canvas.findByRole('button', { name: /^Move 26\.110/ })
    const before = inOrder()
    first.focus()
    await userEvent.keyboard('{ArrowDown}')
    const after = [before[1], before[0], ...before.slice(2)]
    await waitFor(() => expect(inOrder()).toEqual(after))
    const sorts = async () => {
      const codes = (await app?.http('/api/default_cost_codes')) as {
        category_number: string
        number: string
        sort: number
      }[]
      return codes
        .filter(({ category_number }) => category_number === '26')
        .toSorted((a, b) => a.sort - b.sort)
        .map(({ number }) => number)
    }
    const numberIn = (label: string | null | undefined) => /26\.(\w+)/.exec(label ?? '')?.[1]
    await waitFor(async () => expect(await sorts()).toEqual(after.map(numberIn)))
    await expect(first).toHaveFocus()
  },
})
