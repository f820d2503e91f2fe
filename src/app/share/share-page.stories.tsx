import { expect, within } from 'storybook/test'
import { useLocation } from 'wouter'
import { linkTokenIn } from '#lib/share-page.ts'
import preview, { runningClock, type Preparing } from '../../../.storybook/preview.tsx'
import SharePage from './share-page.tsx'

interface Link {
  readonly id: number
  readonly plain: string
}
interface Named {
  readonly id: number
  readonly title: string
}
const PROJECT = 'Canyon Lakes Elementary'

/** Makes a link, and answers its address. */
const linked =
  (target: (as: Preparing & { project: number }) => Promise<object>, ended = false) =>
  async (as: Preparing): Promise<string> => {
    const project = await as.find('/projects', PROJECT)
    const links = `/api/projects/${project}/share_links`
    const body = { until: runningClock.day(20), to: [{ name: 'Jo Reyes' }], ...(await target({ ...as, project })) }
    const [link] = await as.http<Link[]>(`${links}/send`, { method: 'POST', body })
    if (!link) throw new Error('No link was made.')
    if (ended) await as.http(`${links}/${link.id}/end`, { method: 'POST', body: {} })
    return new URL(link.plain, location.href).pathname
  }
const punchItem = async ({ http, project }: Preparing & { project: number }) => {
  const body = {
    title: 'Cover plate missing',
    description: 'Double gang, stainless.',
    location: 'Room 104',
    assigned_id: null,
  }
  const { id } = await http<Named>(`/api/projects/${project}/punch_items`, { method: 'POST', body })
  const message = { content: 'The one by the door.' }
  await http(`/api/punch_items/${id}/messages`, { method: 'POST', body: message })
  return { what: 'work_item', target_type: 'punch_items', target_id: id, answers: true }
}

const Opened = () => {
  const [path] = useLocation()
  return <SharePage token={linkTokenIn(path) ?? ''} onShown={() => {}} />
}
/** What somebody without an account sees by a link that was made for them. */
const meta = preview.meta({ title: 'Screens/Share link', component: Opened })

/** A work item on the phone of somebody without an account, who answers it. */
export const WorkItem = meta.story({
  tags: ['whole'],
  globals: { viewport: { value: 'phone' } },
  parameters: { path: linked(punchItem) },
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText('Cover plate missing')).toBeVisible()
    const send = canvas.getByRole('button', { name: 'Send' })
    await expect(send).toBeDisabled()
    await userEvent.type(canvas.getByRole('textbox', { name: 'Message' }), 'It is on order.')
    await userEvent.click(send)
    await expect(await canvas.findByRole('article', { name: 'Jo Reyes' })).toHaveTextContent('It is on order.')
    await expect(canvas.getByRole('textbox', { name: 'Message' })).toHaveValue('')
    await userEvent.click(canvas.getByRole('button', { name: 'Complete' }))
    await expect(await canvas.findByText('Completed')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Complete' })).toBeNull()
  },
})

export const WorkItemDark = meta.story({
  tags: ['whole'],
  globals: { theme: 'dark', viewport: { value: 'phone' } },
  parameters: { path: linked(punchItem) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Cover plate missing')).toBeVisible()
  },
})

/** The open punch items of a job, each of which opens by a press. */
export const PunchList = meta.story({
  tags: ['whole'],
  globals: { viewport: { value: 'phone' } },
  parameters: { path: linked(async () => ({ what: 'list', target_type: 'punch_items', whole: true })) },
  play: async ({ canvas, userEvent }) => {
    const [item] = await canvas.findAllByRole('group')
    if (!item) throw new Error('The list is empty.')
    const [summary] = item.getElementsByTagName('summary')
    if (summary) await userEvent.click(summary)
    await expect(item).toHaveAttribute('open')
    await expect(within(item).queryByRole('textbox')).toBeNull()
  },
})

/** The current sheets. */
export const Drawings = meta.story({
  globals: { viewport: { value: 'phone' } },
  parameters: { path: linked(async () => ({ what: 'drawings', asks: true })) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Level 1 power plan')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'I have the current set' })).toBeEnabled()
  },
})

/** A link that has ended says whom to call. */
export const Ended = meta.story({
  globals: { viewport: { value: 'phone' } },
  parameters: { path: linked(async () => ({ what: 'drawings' }), true) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: /^This link has ended\. Call/ })).toBeVisible()
  },
})
