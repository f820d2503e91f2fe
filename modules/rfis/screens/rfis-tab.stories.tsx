import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at, type Preparing } from '../../../.storybook/preview.tsx'
import { choose } from '#ui/story.tsx'

const meta = preview.meta({
  title: 'Screens/RFIs of a project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/rfis') },
  globals: { person: 'manager' },
})

/** By whose turn it is: one's own first with what is late, and what is resolved folded at the end. */
export const List = meta.story({
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('link', { name: /Feeder route above stage/ })
    const own = within(canvas.getByRole('row', { name: 'With you' }))
    await expect(own.getByText('1 late')).toBeVisible()
    const resolved = canvas.getByRole('button', { name: /^Resolved/ })
    await expect(resolved).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(resolved)
    await waitFor(() => expect(canvas.getByRole('link', { name: /Conduit in shear wall W3/ })).toBeVisible())
  },
})

/** A number finds its RFI. One that the filters hide is offered by a link. */
export const Found = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('link', { name: /Feeder route above stage/ })
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Search RFIs' }), 'RFI 14')
    await waitFor(() => expect(canvas.queryByRole('link', { name: /Feeder route/ })).toBeNull())
    await expect(canvas.getByRole('link', { name: /Panel LP-2/ })).toBeVisible()
    await userEvent.click(canvas.getByRole('radio', { name: /^Late/ }))
    await expect(await canvas.findByRole('link', { name: /RFI 014: Panel LP-2.* is open\. Open/ })).toBeVisible()
  },
})

/** j and k go through the rows, x ticks them, Enter opens one and Escape closes it. */
export const Keys = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('link', { name: /Feeder route above stage/ })
    await userEvent.keyboard('jx')
    await expect(canvas.getByText('1 selected')).toBeVisible()
    await expect(canvas.getByRole('checkbox', { name: /Feeder route/ })).toBeChecked()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.queryByText('1 selected')).toBeNull())
    await userEvent.keyboard('j{Enter}')
    await expect(await canvas.findByText('2 of 2')).toBeVisible()
    await userEvent.keyboard('k')
    await expect(await canvas.findByText('1 of 2')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.queryByText('1 of 2')).toBeNull())
  },
})

/** The open RFI is shown beside the list; opening it marks it as read. */
export const Open = meta.story({
  tags: ['whole'],
  globals: { person: 'manager', viewport: { value: 'desk' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Feeder route above stage/ }))
    await canvas.findByText(/Structural is fine with grid C/)
    await waitFor(() =>
      expect(canvas.getByRole('link', { name: /Feeder route above stage/ }).querySelector('[role=img]')).toBeNull(),
    )
  },
})

export const Dark = meta.story({ ...Open.input, tags: ['whole'], globals: { ...Open.input.globals, theme: 'dark' } })

/** A phone shows either the list or the open RFI. */
export const Phone = meta.story({
  globals: { person: 'manager', viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Feeder route above stage/ }))
    await waitFor(() => expect(canvas.getByRole('link', { name: 'RFIs' })).toBeVisible())
  },
})

/** The assignee's reply is proposed as the official answer, and is that once the RFI is resolved. */
export const OfficialAnswer = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    const me = await app?.http<{ id: number }>('/api/user')
    const { id } = (await app?.http<{ id: number }>('/api/projects/1/rfis', {
      method: 'POST',
      body: { title: 'Which gauge?', question: 'Of the hangers.', assigned_id: me?.id },
    })) ?? { id: 0 }
    await app?.http(`/api/rfis/${id}/send`, { method: 'POST' })
    await app?.http(`/api/rfis/${id}/messages`, { method: 'POST', body: { content: 'Twelve.' } })
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Which gauge/ }))
    await canvas.findByText('Twelve.')
    await userEvent.click(await canvas.findByRole('button', { name: 'Resolve' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Resolve' }))
    await expect(dialog.getAllByText(/: Twelve\.$/)[0]).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(canvas.getByText('Official answer')).toBeVisible())
  },
})

/** An RFI without a reply cannot be resolved. */
export const TooEarly = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Panel LP-2/ }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(screen.getByText('Add a response before resolving.')).toBeVisible())
  },
})

/** An RFI with replies cannot be unsent. */
export const TooLate = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Feeder route above stage/ }))
    await canvas.findByText(/Structural is fine/)
    const [, more] = canvas.getAllByRole('button', { name: 'More' })
    if (more) await userEvent.click(more)
    await choose(userEvent, 'Unsend')
    await waitFor(() => expect(screen.getByText('Replies exist. Unsending is not possible.')).toBeVisible())
  },
})

interface Typing {
  userEvent: {
    click(element: Element): Promise<void>
    type(element: Element, text: string): Promise<void>
  }
}
const number = () => screen.getByRole('spinbutton', { name: 'Number' })
const fill = async ({ userEvent }: Typing, title: string) => {
  await userEvent.type(screen.getByRole('textbox', { name: /^Title/ }), title)
  await userEvent.type(screen.getByRole('textbox', { name: /^Question/ }), 'Along grid C?')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
}

/** The proposed number shows as a placeholder and is optional. */
export const Adding = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add RFI' }))
    await screen.findByRole('dialog', { name: 'Add RFI' })
    await waitFor(() => expect(number()).toHaveAttribute('placeholder', '15'))
    await expect(number()).toHaveValue('')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Title is required')
    await screen.findByText('Question is required')
    await expect(screen.queryByText('Number is required')).toBeNull()
  },
})

/** Photos taken while the question is written are on the RFI once it is saved. */
export const AddedWithPhoto = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add RFI' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add RFI' }))
    await expect(form.getByRole('button', { name: 'Take photo' })).toBeVisible()
    const surface = new OffscreenCanvas(64, 48)
    surface.getContext('2d')?.fillRect(0, 0, 32, 48)
    const photo = await surface.convertToBlob({ type: 'image/jpeg' })
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]:not([capture])')
    if (!input) throw new Error('There is no way to choose files.')
    const files = ['pad.jpg', 'slip.jpg'].map((name) => new File([photo], name, { type: 'image/jpeg' }))
    await userEvent.upload(input, files)
    await userEvent.click(form.getByRole('button', { name: 'Remove slip.jpg' }))
    await fill({ userEvent }, 'With a photo')
    await waitFor(() => expect(canvas.getByText('RFI 015')).toBeVisible())
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Open pad.jpg' })).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Open slip.jpg' })).toBeNull()
  },
})

/** If someone else takes the proposed number first, the RFI gets the next one automatically. */
export const Together = meta.story({
  tags: ['whole'],
  play: async ({ app, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add RFI' }))
    await waitFor(() => expect(number()).toHaveAttribute('placeholder', '15'))
    const project = await app?.find('/projects', 'Canyon Lakes Elementary')
    await app?.http(`/api/projects/${project}/rfis`, { method: 'POST', body: { title: 'Faster', question: 'Why?' } })
    await fill({ userEvent }, 'Slower')
    await waitFor(() => expect(canvas.getByText('RFI 016')).toBeVisible())
  },
})

/** A typed number is used. */
export const OwnNumber = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add RFI' }))
    await screen.findByRole('dialog', { name: 'Add RFI' })
    await userEvent.type(number(), '40')
    await fill({ userEvent }, 'Numbered by hand')
    await waitFor(() => expect(canvas.getByText('RFI 040')).toBeVisible())
  },
})

/** The dialog opens even if the proposed number cannot be loaded. */
export const AddingOffline = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) => void msw.use(http.get('/api/projects/:id/rfis/next_number', () => HttpResponse.error())),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add RFI' }))
    await screen.findByRole('dialog', { name: 'Add RFI' })
    await expect(number()).toHaveAttribute('placeholder', 'New')
  },
})

/** A guest can read and answer, but not resolve. */
export const Outside = meta.story({
  tags: ['whole'],
  parameters: { path: at('/rfis', 'Conduit in shear wall W3') },
  globals: { person: 'contact' },
  play: async ({ canvas }) => {
    await canvas.findByRole('textbox', { name: 'Reply' })
    await expect(canvas.queryByRole('button', { name: 'Resolve' })).toBeNull()
  },
})

/**
 * Prepares an RFI that is assigned to the contact and has two other people on its distribution list. The contact may see
 * the name of only one of them, because the other one is on none of the contact's projects.
 */
const withStranger = async ({ http, find }: Preparing) => {
  const [contact, known] = await Promise.all(['Alex Winters', 'Kim Tran'].map((name) => find('/users', name)))
  const body = { name: 'Nora Newcomer', role: 'employee', has_access: false }
  const { id: stranger } = await http<{ id: number }>('/api/users', { method: 'POST', body })
  const project = `/api/projects/${await find('/projects', 'Meadow Springs Elementary')}`
  await http(project, { method: 'PATCH', body: { project_users: [{ user_id: contact }, { user_id: known }] } })
  const { id } = await http<{ id: number }>(`${project}/rfis`, {
    method: 'POST',
    body: {
      number: 1,
      title: 'Grounding of the canopy',
      question: 'Where does it land?',
      assigned_id: contact,
      distributions: [{ user_id: known }, { user_id: stranger }],
    },
  })
  await http(`/api/rfis/${id}/send`, { method: 'POST' })
  return `/rfis/${id}`
}

/** People on the distribution whose names a guest may not see are left out. */
export const Strangers = meta.story({
  tags: ['whole'],
  parameters: { path: withStranger },
  globals: { person: 'contact' },
  play: async ({ canvas }) => {
    const label = await canvas.findByText('Distribution')
    await waitFor(() => expect(label.nextElementSibling).toHaveTextContent(/^Kim Tran$/))
  },
})

export const Gone = meta.story({
  tags: ['whole'],
  parameters: { path: '/rfis/9999' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This RFI no longer exists.')).toBeVisible())
  },
})
