import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at, type Preparing } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Documents of a project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/documents') },
})

/** The tree beside the documents of all folders. */
export const List = meta.story({
  globals: { person: 'manager' },
  play: async ({ canvas }) => {
    await canvas.findByText('Electrical permit.pdf')
  },
})

export const Dark = meta.story({ ...List.input, tags: ['whole'], globals: { person: 'manager', theme: 'dark' } })

/** Guests without access to any folder see a message that says so. */
export const NothingShared = meta.story({
  tags: ['whole'],
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No documents are shared with you yet.')).toBeVisible())
  },
})

const shown = (canvas: { getByRole: (role: 'table', options: { name: string }) => HTMLElement }) =>
  [...canvas.getByRole('table', { name: 'Documents' }).querySelectorAll('a bdi')].map(({ textContent }) => textContent)

/** A click on a column sorts by it, and a second one the other way round. */
export const Sorted = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Electrical permit.pdf')
    const byName = shown(canvas)
    await userEvent.click(canvas.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(shown(canvas)).toEqual([...byName].reverse()))
    await expect(canvas.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  },
})

/** Ticked documents are changed together; F2 renames the one with the focus. */
export const Marked = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    const permit = await canvas.findByText('Electrical permit.pdf')
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Select Electrical permit.pdf' }))
    const bar = await canvas.findByRole('region', { name: 'Selected documents' })
    await expect(bar).toHaveTextContent('1 selected')
    await userEvent.click(within(bar).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(permit).not.toBeInTheDocument())
    await expect(canvas.queryByRole('region', { name: 'Selected documents' })).toBe(null)

    const [next] = canvas.getByRole('table', { name: 'Documents' }).querySelectorAll('a')
    next?.focus()
    await userEvent.keyboard('{F2}')
    await expect(await screen.findByRole('dialog', { name: 'Rename' })).toBeVisible()
  },
})

const PROJECT = 'Canyon Lakes Elementary'
/** Puts files into a folder of the project, and leads to its documents. */
const withFiles =
  (...files: readonly File[]) =>
  async ({ http, find }: Preparing): Promise<string> => {
    const project = await find('/projects', PROJECT)
    const folder_id = await find(`/projects/${project}/folders`, 'Gear')
    for (const file of files) {
      const body = new FormData()
      body.append('file', file)
      body.append('folder_id', String(folder_id))
      await http(`/api/projects/${project}/documents`, { method: 'POST', body })
    }
    return `/projects/${project}/documents`
  }

/** Documents are found by what their files say; one that has no words says so where its name is found. */
export const ByWords = meta.story({
  tags: ['whole'],
  parameters: {
    path: withFiles(
      new File(['The torque of each lug is recorded on the busway.'], 'Notes.txt'),
      new File(
        [Uint8Array.from(atob('R0lGODlhAQABAAAAACwAAAAAAQABAAACADs='), (one) => one.charCodeAt(0))],
        'Busway.gif',
      ),
    ),
  },
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Electrical permit.pdf')
    const search = canvas.getByRole('searchbox', { name: 'Search in all documents' })
    await userEvent.type(search, 'busway')
    await waitFor(() => expect(shown(canvas)).toEqual(['Busway.gif', 'Notes.txt']))
    const row = (name: string) => canvas.getByText(name).closest('[role=row]')
    await expect(row('Busway.gif')).toHaveTextContent('A picture: its words cannot be searched')
    await expect(row('Notes.txt')).not.toHaveTextContent('words')
    await userEvent.clear(search)
    await userEvent.type(search, 'zebra')
    await canvas.findByText('No document has these words.')
  },
})

/** All that a search finds is listed, page by page, however much that is. */
export const ManyHits = meta.story({
  tags: ['whole'],
  parameters: {
    path: withFiles(
      ...Array.from({ length: 130 }, (_, at) => new File([`Part ${at} of the conduit schedule`], `Part ${at}.txt`)),
    ),
  },
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Electrical permit.pdf')
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Search in all documents' }), 'conduit')
    const last = () => canvas.getAllByRole('row').at(-1)
    await waitFor(() => expect(Number(last()?.ariaRowIndex)).toBeGreaterThan(10))
    await waitFor(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      return expect(Number(last()?.ariaRowIndex)).toBeGreaterThan(130)
    })
  },
})
