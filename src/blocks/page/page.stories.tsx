import { fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Banner } from '#ui/banner/banner.tsx'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { Page } from './page.tsx'

const meta = preview.meta({ title: 'Blocks/Page', component: Page, parameters: { path: '/' } })
const children = <Card>What the page is about stands on cards.</Card>

export const Title = meta.story({ args: { title: 'Projects', count: '54 active', children } })

/** The way here, a line below the title, what can be done, and the one main action. */
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

export const Dark = meta.story({ ...Everything.input, globals: { theme: 'dark' } })

/** On a phone the actions have a row of their own, and the bottom bar holds the main one. */
export const Phone = meta.story({ ...Everything.input, globals: { viewport: { value: 'phone' } } })

/** The spinner shows after 250 ms, so that what is quick does not flicker. */
export const Loading = meta.story({ args: { title: 'Projects', loading: true, children } })
