import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

/** The box that finds and opens whatever there is, from the top bar and by its keys. */
const meta = preview.meta({ title: 'Shell/Box', component: App, parameters: { path: '/' } })
const phone = { viewport: { value: 'phone' } }

/** The project search opens from the top bar. */
export const ProjectSearch = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Search projects' }))
    await screen.findByRole('dialog', { name: 'Search projects' })
    await userEvent.type(screen.getByRole('combobox'), 'water')
    const list = await screen.findByRole('listbox', { name: 'Projects' })
    await within(list).findByRole('option', { name: /Canyon Lakes Water Reclamation/ })
    await userEvent.click(screen.getByRole('radio', { name: 'Archived' }))
    await waitFor(() => expect(within(list).queryByRole('option', { name: /Canyon Lakes Water/ })).toBeNull())
  },
})

/** The same box finds records of all kinds, pages and what can be done; Tab shows one kind alone (rule box). */
export const Box = meta.story({
  parameters: { path: at('/projects', 'Canyon Lakes Elementary') },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('heading', { name: 'Canyon Lakes Elementary' })
    await userEvent.keyboard('{Control>}k{/Control}')
    await screen.findByRole('option', { name: /^New RFI In \d\d-001 Canyon Lakes Elementary$/ })
    await userEvent.keyboard('pannel')
    const rfis = await screen.findByRole('listbox', { name: 'RFIs' })
    await expect(within(rfis).getByRole('option', { name: /RFI 014: Panel LP-2/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/rfis\/\d+$/),
    )
    await screen.findByText('Nothing has these words. This has similar ones.')
    // What one can do with the text stands behind all that has it.
    await expect(screen.getAllByRole('listbox').at(-1)).toHaveAccessibleName('Actions')
    await expect(screen.getByRole('option', { selected: true })).not.toHaveTextContent('titled')
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.keyboard('panel')
    await screen.findByRole('button', { name: /^RFIs/, pressed: false })
    await userEvent.keyboard('{Tab}')
    await screen.findByRole('button', { name: /^RFIs/, pressed: true })
    await expect(screen.queryByRole('listbox', { name: 'Documents' })).toBeNull()
    // More of it is asked for, and the other kinds stay to go on to.
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Searching' })).toBeNull())
    await userEvent.keyboard('{Tab}')
    await screen.findByRole('listbox', { name: 'Documents' })
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.keyboard('director')
    await screen.findByRole('option', { name: 'Go to Directory' })
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.keyboard('Duct in the way')
    await userEvent.click(await screen.findByRole('option', { name: /New RFI titled/ }))
    const form = within(await screen.findByRole('dialog', { name: 'Add RFI' }))
    await expect(form.getByRole('textbox', { name: /Title/ })).toHaveValue('Duct in the way')
  },
})

const released = { search: () => {} }
/** Who presses Tab before the server has answered still gets the other kinds, to go on to. */
export const TabAhead = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/rfis') },
  beforeEach: ({ msw }) => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    released.search = () => resolve(undefined)
    msw.use(http.get('/api/search', () => promise))
  },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('link', { name: /Panel LP-2/ })
    await userEvent.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await userEvent.keyboard('panel')
    await screen.findByRole('button', { name: /^RFIs/, pressed: false })
    await userEvent.keyboard('{Tab}')
    await screen.findByRole('button', { name: /^RFIs/, pressed: true })
    released.search()
    await screen.findByRole('button', { name: /^Documents/ })
    await userEvent.keyboard('{Tab}')
    await screen.findByRole('listbox', { name: 'Documents' })
  },
})

/** Before anything is typed, it has the records whose pages were left last, which this device keeps (rule box). */
export const Visited = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/rfis') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Panel LP-2/ }))
    await canvas.findByText('Nobody answered yet.')
    // Where there is no room for the list beside it, it is gone back to.
    await userEvent.click(await canvas.findByRole('link', { name: 'RFIs' }))
    await userEvent.click(await canvas.findByRole('link', { name: /Feeder route/ }))
    await canvas.findByRole('heading', { name: 'Feeder route above stage' })
    await userEvent.click(canvas.getByRole('button', { name: 'Search projects' }))
    const list = within(await screen.findByRole('listbox', { name: 'Visited' }))
    // What stands behind the box is open already.
    await expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^RFI 014: Panel LP-2.*\d\d-001/),
    ])
    await expect(list.getByRole('option')).toHaveAttribute('href', expect.stringMatching(/^\/rfis\/\d+$/))
  },
})

/** Time is entered for a job that is named, by its number or some of its name (rule box). */
export const EnterTimeFor = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('button', { name: 'Search projects' })
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type(await screen.findByRole('combobox'), 'time for canyon lakes elem')
    const option = await screen.findByRole('option', { name: /^Enter time/ })
    await expect(option).toHaveTextContent(/Canyon Lakes Elementary/)
    const [number = ''] = /\d\d-\d{3}/.exec(option.textContent) ?? []
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.keyboard(number)
    await userEvent.click(await screen.findByRole('option', { name: /^Enter time/ }))
    const form = within(await screen.findByRole('dialog', { name: /Time Entry$/ }))
    await expect(form.getByRole('combobox', { name: 'Project' })).toHaveValue(`${number} Canyon Lakes Elementary`)
  },
})

/** A question mark lists the keys of the app and of its modules; the box does, too. */
export const Keys = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('button', { name: 'Search projects' })
    await userEvent.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    for (const title of ['Everywhere', 'Lists', 'A project', 'Sheets of drawings', 'Crew board', 'Sheets of hours'])
      await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('{Control>}k{/Control}keyboard')
    await userEvent.click(await screen.findByRole('option', { name: 'Keyboard shortcuts' }))
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  },
})

/** Without the server, the device finds what it has, and says so. */
export const BoxOffline = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/punch_items') },
  beforeEach: ({ msw }) => void msw.use(http.get('/api/search', () => HttpResponse.error())),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('row', { name: /bonding jumper/ })
    await userEvent.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await userEvent.keyboard('jumper')
    await screen.findByRole('option', { name: /Missing bonding jumper/ })
    await screen.findByText('The server did not answer: this is what the device has.')
  },
})

/** Letters typed before the search is on screen are not lost. */
export const ProjectSearchTypedAhead = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('button', { name: 'Search projects' })
    await userEvent.keyboard('{Control>}k{/Control}water')
    await screen.findByRole('option', { name: /Canyon Lakes Water Reclamation/ })
    await expect(screen.getByRole('combobox')).toHaveFocus()
    await expect(screen.getByRole('combobox')).toHaveValue('water')
  },
})

export const ProjectSearchOnPhone = meta.story({ ...ProjectSearch.input, globals: phone })

/** Guests can search projects but not add any. */
export const ProjectSearchOfGuest = meta.story({
  tags: ['whole'],
  globals: { person: 'customer' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Search projects' }))
    await screen.findByRole('dialog', { name: 'Search projects' })
    await expect(screen.getByRole('button', { name: 'Add project' })).toBeDisabled()
  },
})
