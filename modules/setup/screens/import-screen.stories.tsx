import { signal } from '@preact/signals-react'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Setup/Import', component: App, parameters: { path: '/setup/import' } })

/** Every kind with how many there are, in the order in which each finds what it refers to. */
export const Admin = meta.story({
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Customers' })
    await expect(canvas.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Customers',
      'People',
      'Projects',
      'Default cost codes',
      'Cost codes and budgets',
      'Open RFIs',
      'Open punch items',
      'Open tasks',
      'Time-off balances',
    ])
    await waitFor(() => expect(canvas.getAllByText(/^[1-9]\d* there$/)).toHaveLength(7))
    await expect(canvas.getByText(/every import can be undone\.$/)).toBeVisible()
  },
})

/** A server that undoes nothing is promised nothing (rule stock-servers). */
export const WithoutUndo = meta.story({
  beforeEach(context) {
    const { app } = context
    if (!app) return
    const settings = signal({ ...app.services.settings.value, features: [] })
    context.app = { ...app, services: { ...app.services, settings } }
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/before anything is saved\.$/)).toBeVisible()
  },
})

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const NoPermission = meta.story({
  globals: { person: 'manager' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('You do not have permission to see this.')).toBeVisible())
  },
})

function choose(name: string, lines: readonly string[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is nothing to drop a file into.')
  return [input, new File([lines.join('\n')], name, { type: 'text/csv' })] as const
}

/** People as a payroll program exports them, with first and last names apart. */
export const FromAnotherSystem = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Import people' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import users' }))
    await expect(
      dialog.getByText(/^A file of another system will do as it is\. Columns: Name, First name/),
    ).toBeVisible()
    const lines = ['Emp #,Last Name,First Name,E-Mail Address,Role', 'W-71,Ortega,Marisol,marisol@example.com,Foreman']
    await userEvent.upload(...choose('people.csv', lines))
    await waitFor(() => expect(dialog.getByText('1 user would be added.')).toBeVisible())
    await userEvent.click(dialog.getByRole('button', { name: 'Import 1' }))
    await expect(await screen.findByText(/Marisol Ortega/)).toBeVisible()
  },
})

/** Until a required column is found it is not said what would be added. */
export const WithoutNames = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Import customers' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import customers' }))
    await userEvent.upload(...choose('customers.csv', ['Whom,E-mail', 'Silo Farm,farm@example.com']))
    await waitFor(() => expect(dialog.getByText('1 line read.')).toBeVisible())
    await expect(dialog.getByText('The column “Name” is missing. Choose which one holds it.')).toBeVisible()
    await expect(dialog.queryByText(/would be added/)).toBeNull()
    await expect(dialog.getByRole('button', { name: 'Import 1' })).toBeDisabled()
  },
})

/** Open RFIs keep their numbers, and a line that names an unknown person is refused with the reason. */
export const OpenRfis = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Import open rfis' }))
    const first = within(await screen.findByRole('dialog', { name: 'Import RFIs' }))
    await userEvent.type(first.getByRole('combobox', { name: 'Project' }), 'Canyon')
    await userEvent.click(await screen.findByRole('option', { name: /Canyon Lakes Elementary/ }))
    await userEvent.click(first.getByRole('button', { name: 'Choose a file' }))
    await screen.findByLabelText('CSV file', { selector: 'input' })
    const dialog = within(screen.getByRole('dialog', { name: 'Import RFIs' }))
    const lines = [
      'RFI #,Subject,Question,Ball in Court,Date Required',
      'RFI-401,Panel clearance,Is 36 in. enough?,foreman@plumbline.test,12/4/2026',
      'RFI-402,Sleeve,Which size?,Nobody Known,',
    ]
    await userEvent.upload(...choose('rfis.csv', lines))
    await waitFor(() => expect(dialog.getByText('1 RFI would be added.')).toBeVisible())
    await expect(dialog.getByText('Line 3: There is no Nobody Known.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Import 1' }))
    await expect(await dialog.findByText('1 RFI imported.')).toBeVisible()
  },
})

/** The codes of one project, which is asked for first. */
export const Budgets = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Import cost codes and budgets' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import cost codes' }))
    await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeDisabled()
    await userEvent.type(dialog.getByRole('combobox', { name: 'Project' }), 'Canyon')
    await userEvent.click(await screen.findByRole('option', { name: /Canyon Lakes Elementary/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Choose a file' }))
    await expect(await screen.findByLabelText('CSV file', { selector: 'input' })).toBeInTheDocument()
  },
})
