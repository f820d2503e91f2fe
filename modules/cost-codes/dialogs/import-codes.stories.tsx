import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'
import { more, names, phone } from '../parts/story-steps.fixture.ts'

const meta = preview.meta({
  title: 'Screens/Project/Cost codes/Import',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/cost_codes') },
})

const file = (text: string) => new File([text], 'codes.csv', { type: 'text/csv' })

/** Categories that the project lacks must be named and added before the codes can be imported. */
export const Importing = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Import CSV')
    const dialog = within(await screen.findByRole('dialog', { name: 'Import cost codes' }))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is nothing to drop a file into.')
    await userEvent.upload(input, file('Number,Name,Category,Budget hours\n310,Panels,48,120\n320,Racking,26,\n'))
    await waitFor(() => expect(dialog.getByText(/Line 2: This project has no category 48/)).toBeVisible())
    await expect(dialog.getByRole('button', { name: 'Import 1' })).toBeEnabled()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name of category 48' }), 'Solar')
    await userEvent.click(dialog.getByRole('button', { name: 'Add this category' }))
    await waitFor(() => expect(dialog.getByText('2 cost codes would be added.')).toBeVisible())
    await userEvent.click(dialog.getByRole('button', { name: 'Import 2' }))
    await waitFor(() => expect(names()).toEqual(expect.arrayContaining(['Panels', 'Racking'])))
    await expect(canvas.getByText('48 Solar')).toBeVisible()
  },
})

/** Every line that cannot be imported is listed with its reason; a number that is there means its code. */
export const Refused = meta.story({
  tags: ['whole'],
  globals: phone,
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Import CSV')
    await screen.findByRole('dialog', { name: 'Import cost codes' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is nothing to drop a file into.')
    await userEvent.upload(
      input,
      file('Number,Name,Category,Percent complete\n120,Again,26,\n330,Fast,26,140\n,Bare,26,\n'),
    )
    await waitFor(() => expect(screen.getByText('0 cost codes would be added, 1 changed.')).toBeVisible())
    await expect(screen.getByText('Line 3: Percent complete must be 100 or less.')).toBeVisible()
    await expect(screen.getByText('Line 4: Number is required')).toBeVisible()
  },
})
