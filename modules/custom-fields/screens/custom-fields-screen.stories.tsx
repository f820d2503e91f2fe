import { expect, screen, within } from 'storybook/test'
import { adding, shows } from '#blocks/story.tsx'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Setup/Custom fields',
  component: App,
  parameters: { path: '/setup/custom_fields' },
})

export const Admin = meta.story(shows('Permit number'))

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const Adding = meta.story({ tags: ['whole'], ...adding })

export const AddingOnPhone = meta.story({ ...Adding.input, globals: { viewport: { value: 'phone' } } })

/** Enter in a new option's name adds it without submitting the form, and an option can be renamed. */
export const Options = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Payment terms' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Custom Field' }))
    await userEvent.type(await dialog.findByRole('textbox', { name: 'New option' }), 'Net 60{Enter}{Enter}')
    const edit = await dialog.findByRole('button', { name: 'Edit Net 60' })
    await expect(dialog.getByRole('textbox', { name: 'New option' })).toHaveValue('')
    await userEvent.click(edit)
    const option = within(await screen.findByRole('dialog', { name: 'Edit Option' }))
    await userEvent.type(await option.findByRole('textbox', { name: /Name/ }), ' days')
    await userEvent.click(option.getByRole('button', { name: 'Save' }))
    await expect(await dialog.findByRole('switch', { name: 'Net 60 days is in use' })).toBeChecked()
  },
})

export const OptionsOnPhone = meta.story({ ...Options.input, globals: { viewport: { value: 'phone' } } })
