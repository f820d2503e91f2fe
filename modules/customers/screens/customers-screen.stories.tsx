import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor } from 'storybook/test'
import { shows } from '#blocks/story.tsx'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Customers', component: App, parameters: { path: '/customers' } })

export const Admin = meta.story(shows('Apex General Contractors'))

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

/** A foreman can view customers but not add any. */
export const Foreman = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Apex General Contractors')).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Add customer' })).toBeNull()
  },
})

/** Users who may not view customers see a message. */
export const NoPermission = meta.story({
  globals: { person: 'employee' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('You do not have permission to see this.')).toBeVisible())
  },
})

export const Failed = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) => void msw.use(http.get('/api/customers', () => HttpResponse.json({}, { status: 500 }))),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This could not be loaded.')).toBeVisible())
  },
})

/** A new customer appears in the list. */
export const Added = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add customer' }))
    await screen.findByRole('dialog', { name: 'Add Customer' })
    await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 'Aardvark Vineyard')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(canvas.getByText('Aardvark Vineyard')).toBeVisible())
  },
})
