import { fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Banner } from '#ui/banner/banner.tsx'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { Page } from './page.tsx'

const meta = preview.meta({ title: 'Blocks/Page', component: Page, parameters: { path: '/' } })
const children = <Card>The content of a page is on cards.</Card>

export const Title = meta.story({ args: { title: 'Projects', count: '24 active', children } })

/** Breadcrumb, banner, subtitle, secondary actions and the main action. */
export const Everything = meta.story({
  args: {
    title: 'Canyon Lakes Elementary',
    sub: 'Kennewick School District',
    crumbs: <Breadcrumb items={[{ label: 'Projects', href: '/projects' }, { label: '26-001' }]} />,
    banner: <Banner>This project is archived.</Banner>,
    actions: (
      <>
        <Tag>Archived</Tag>
        <Button variant="outline" icon="pencil">
          Edit
        </Button>
      </>
    ),
    add: { label: 'Enter time', onAdd: fn() },
    children,
  },
})

export const Dark = meta.story({ ...Everything.input, tags: ['whole'], globals: { theme: 'dark' } })

/** On a phone the actions have their own row, and the main action is in the bottom bar. */
export const Phone = meta.story({ ...Everything.input, globals: { viewport: { value: 'phone' } } })

/** The spinner appears after 250 ms, so that fast loads do not flicker. */
export const Loading = meta.story({ args: { title: 'Projects', loading: true, children } })
