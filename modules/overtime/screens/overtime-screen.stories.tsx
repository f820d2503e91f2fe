import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import { shows } from '#blocks/story.tsx'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Setup/Overtime', component: App, parameters: { path: '/setup/overtime' } })

interface Played {
  canvas: Pick<typeof screen, 'findByRole'>
  userEvent: { click(element: Element): Promise<void>; clear(element: Element): Promise<void> }
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const open = async ({ canvas, userEvent }: Played, name: string) => {
  await userEvent.click(await canvas.findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

export const Admin = meta.story(shows('Kim Tran'))

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const NoPermission = meta.story({
  ...shows('You do not have permission to see this.'),
  globals: { person: 'employee' },
})

export const Failed = meta.story({
  ...shows('This could not be loaded.'),
  beforeEach: ({ msw }) =>
    void msw.use(http.get('/api/overtime_settings', () => HttpResponse.json({}, { status: 500 }))),
})

export const NoAgreements = meta.story({
  tags: ['whole'],
  ...shows('No agreements yet.'),
  beforeEach: ({ msw }) => void msw.use(http.get('/api/work_schedule_agreements', () => HttpResponse.json([]))),
})

/** A trade table and a holiday can be added, and are shown on the card. */
export const State = meta.story({
  tags: ['whole'],
  play: async (context) => {
    const { canvas, userEvent } = context
    await open(context, 'Edit Washington')
    await userEvent.click(screen.getByRole('combobox', { name: 'Add a trade' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Laborer' }))
    await userEvent.click(await screen.findByRole('combobox', { name: 'Laborer, Sunday' }))
    await userEvent.click(await screen.findByRole('option', { name: '2×' }))
    await userEvent.click(button('Add holiday'))
    await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 'Juneteenth')
    await userEvent.click(screen.getByRole('combobox', { name: /Month/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'June' }))
    const day = screen.getByRole('spinbutton', { name: /Day/ })
    await userEvent.clear(day)
    await userEvent.type(day, '19')
    await expect(screen.getByText('June 19')).toBeVisible()
    await userEvent.click(button('Save'))
    await waitFor(() => expect(canvas.getByText('Straight, 2×, Straight')).toBeVisible())
    await expect(canvas.getByText(/Day after Thanksgiving, Christmas, Juneteenth\./)).toBeVisible()
  },
})

export const StateDark = meta.story({
  tags: ['whole'],
  globals: { theme: 'dark' },
  play: async (context) => {
    const dialog = await open(context, 'Edit Oregon')
    await context.userEvent.click(dialog.getByRole('button', { name: 'Edit Labor Day' }))
    await expect(dialog.getByRole('radio', { name: 'On a weekday' })).toBeChecked()
  },
})

export const StateOnPhone = meta.story({ ...StateDark.input, globals: { viewport: { value: 'phone' } } })

/** Missing values are reported at their inputs. */
export const Incomplete = meta.story({
  tags: ['whole'],
  play: async (context) => {
    const { userEvent } = context
    const dialog = await open(context, 'Edit Other states')
    await userEvent.clear(dialog.getByRole('spinbutton', { name: /Daily limit/ }))
    await userEvent.click(button('Add holiday'))
    await userEvent.click(button('Save'))
    await waitFor(() => expect(dialog.getByText(/Rules must have a limit from 1 to 24 hours/)).toBeVisible())
    await expect(dialog.getByText(/Rules must give every holiday a name/)).toBeVisible()
  },
})

/** A state can be added, with a copy of the rules for other states, and removed. */
export const AddedAndRemoved = meta.story({
  tags: ['whole'],
  play: async (context) => {
    const { canvas, userEvent } = context
    const dialog = await open(context, 'Add state')
    await userEvent.click(button('Save'))
    await waitFor(() => expect(dialog.getByText('State is required')).toBeVisible())
    await userEvent.click(dialog.getByRole('combobox', { name: /State/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Idaho' }))
    await userEvent.click(button('Save'))
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Idaho' })).toBeVisible())
    await open(context, 'Edit Idaho')
    await userEvent.click(button('Remove state'))
    await screen.findByText(/Remove the rules of Idaho\?/)
    await userEvent.click(button('Delete'))
    await waitFor(() => expect(canvas.queryByRole('heading', { name: 'Idaho' })).toBeNull())
  },
})

export const Week = meta.story({
  tags: ['whole'],
  play: async (context) => {
    const { canvas, userEvent } = context
    const dialog = await open(context, 'Edit Every week')
    await userEvent.click(dialog.getByRole('checkbox', { name: /Per diem/ }))
    await userEvent.click(button('Save'))
    await waitFor(() => expect(canvas.getByText('Paid')).toBeVisible())
  },
})

/** Missing values are reported at their inputs. */
export const AddingAgreement = meta.story({
  tags: ['whole'],
  play: async (context) => {
    const { userEvent } = context
    const dialog = await open(context, 'Add agreement')
    await userEvent.click(button('Save'))
    await waitFor(() => expect(dialog.getByText('Person is required')).toBeVisible())
    await expect(dialog.getByText('State is required')).toBeVisible()
    await expect(dialog.getByText('Signed on is required')).toBeVisible()
  },
})

export const AgreementOnPhone = meta.story({
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByText('Kim Tran'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Agreement' }))
    const ends = dialog.getByRole('textbox', { name: /Ends on/ })
    await userEvent.type(ends, '01/01/2020{Tab}')
    await userEvent.click(button('Save'))
    await waitFor(() => expect(dialog.getByText('Ends on must not be before the day it was signed.')).toBeVisible())
  },
})

/** The signed document is uploaded, shown with a download, and replaced; what is no paper gets its reason. */
export const SignedDocument = meta.story({
  tags: ['whole'],
  parameters: { path: '/setup/overtime?agreement=1' },
  play: async ({ userEvent }) => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Agreement' }))
    await expect(await dialog.findByText('No document yet.')).toBeVisible()
    const picker = () => {
      const input = screen.getByRole('dialog').querySelector<HTMLInputElement>('input[type=file]')
      if (!input) throw new Error('There is no way to choose a document.')
      // Some pickers let people choose any file.
      input.removeAttribute('accept')
      return input
    }
    await userEvent.upload(picker(), new File(['I agree.'], 'signed.txt', { type: 'text/plain' }))
    await expect(await dialog.findByRole('alert')).toHaveTextContent('The signed document must be a PDF or a picture.')
    await userEvent.upload(picker(), new File(['%PDF-1.4 signed'], 'signed.pdf', { type: 'application/pdf' }))
    await expect(await dialog.findByText('signed.pdf')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      expect.stringMatching(/download/),
    )
    await userEvent.upload(picker(), new File(['%PDF-1.4 again'], 'again.pdf', { type: 'application/pdf' }))
    await expect(await dialog.findByText('again.pdf')).toBeVisible()
    await expect(dialog.queryByText('signed.pdf')).toBeNull()
    await expect(dialog.getByRole('button', { name: 'Remove document' })).toBeVisible()
  },
})
