import { expect, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Configured } from '../story.tsx'
import { CompanyLogo } from './company-logo.tsx'

const meta = preview.meta({ title: 'Blocks/Company logo', component: CompanyLogo, parameters: { path: '/' } })
const DRAWN = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="120" height="30"><rect width="120" height="30"/></svg>')}`
const render = (logo_url: string | null) => () => (
  <Configured settings={{ logo_url }}>
    <CompanyLogo>No logo</CompanyLogo>
  </Configured>
)

/** It is named by the company, for those who do not see it. */
export const Shown = meta.story({
  render: render(DRAWN),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('img', { name: 'Three Rivers Electric' })).toBeVisible()
  },
})
export const Dark = meta.story({ ...Shown.input, tags: ['whole'], globals: { theme: 'dark' } })

export const None = meta.story({
  tags: ['whole'],
  render: render(null),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('No logo')).toBeVisible()
  },
})

/** A picture that cannot be loaded, such as without a connection, leaves no broken image behind. */
export const NotLoaded = meta.story({
  render: render('/api/app/logo?v=none'),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No logo')).toBeVisible())
    await expect(canvas.queryByRole('img')).toBeNull()
  },
})
