import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'
import { drawOn } from '../../../src/ui/signature/draw.fixture.ts'

/** The weekly forms of jobs with prevailing wages: what each lacks, until it is made and signed. */
const meta = preview.meta({
  title: 'Screens/Certified payroll',
  component: App,
  parameters: { path: '/certified_payroll' },
  globals: { person: 'admin' },
})
type Queries = ReturnType<typeof within>

/** The older of the weeks that are due: approved, but somebody's pay is missing. */
async function openDue(canvas: Queries, userEvent: { click: (element: Element) => Promise<void> }) {
  const rows = await canvas.findAllByRole('link', { name: /– Sat, / })
  const last = rows.at(-1)
  if (last) await userEvent.click(last)
  await canvas.findByRole('heading', { name: /^Week ending/ })
}

/** What is missing is typed, and the form is made and signed. */
export const Signed = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await openDue(canvas, userEvent)
    const missing = await canvas.findByText(/^Nell Abbott has no gross, deductions or net wages/)
    const cell = (column: string) => canvas.getByRole('gridcell', { name: new RegExp(`^Abbott, Nell, ${column}`) })
    for (const [column, value] of [
      ['Gross, all work', '3000'],
      ['FICA', '229.5'],
      ['Tax withheld', '336'],
      ['Other deductions', '60'],
      ['Net wages', '2374.5'],
    ] as const) {
      await userEvent.dblClick(cell(column))
      await userEvent.keyboard(`${value}{Enter}`)
    }
    await waitFor(() => expect(missing).not.toBeInTheDocument(), { timeout: 5000 })
    await userEvent.click(canvas.getByRole('button', { name: 'Make form' }))
    const making = within(await screen.findByRole('dialog', { name: 'Make form' }))
    await userEvent.type(making.getByRole('textbox', { name: 'Deductions' }), 'FICA and tax; other is dues.')
    await userEvent.click(making.getByRole('button', { name: 'Save' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Sign' }))
    const signing = within(await screen.findByRole('dialog', { name: 'Sign' }))
    await expect(signing.getByRole('textbox', { name: 'Name' })).toHaveValue('Dana Mercer')
    await userEvent.type(signing.getByRole('textbox', { name: 'Title' }), 'Owner')
    await drawOn(signing.getByRole('img', { name: 'Sign here with your finger' }))
    await userEvent.click(signing.getByRole('button', { name: 'Sign' }))
    await waitFor(() => expect(canvas.getByText(/Dana Mercer, Owner,/)).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Make form' })).toBeNull()
  },
})

/** A class of one entry makes a line of its own; what is no number stays typed, with why it was refused. */
export const ByEntry = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await openDue(canvas, userEvent)
    const people = await canvas.findByRole('table', { name: 'People' })
    await userEvent.click(within(people).getByRole('button', { name: 'Classes of Nell Abbott' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Classes of Nell Abbott' }))
    const [first] = await dialog.findAllByRole('combobox')
    if (first) await userEvent.click(first)
    await userEvent.click(await screen.findByRole('option', { name: 'Laborer, group 2, journeyworker' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(within(people).getAllByText('Abbott, Nell')).toHaveLength(2), { timeout: 5000 })
    const cell = () => canvas.getByRole('gridcell', { name: /^Abbott, Nell, Net wages/ })
    await userEvent.dblClick(cell())
    await userEvent.keyboard('{Control>}a{/Control}12.345{Enter}')
    await waitFor(() => expect(cell()).toHaveAccessibleName(/12\.345\. .*decimals/))
  },
})

/** Whoever lacks the right to pay finds nothing of it. */
export const Office = meta.story({
  globals: { person: 'office' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No permission')).toBeVisible()
  },
})
