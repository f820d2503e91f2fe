import { lazy, Suspense, type ReactNode } from 'react'
import type { ArgTypesEnhancer, Renderer, StrictInputType } from 'storybook/internal/csf'
import { definePreviewAddon } from 'storybook/internal/csf'
import type { PreparedStory } from 'storybook/internal/types'
import { iconNames } from '../src/ui/icon/icons.ts'

/** A sentence that someone can act on, and what it looks like. */
type Example = readonly [sentence: string, show: () => ReactNode]

/** How to use a component of the kit: the parameter `guide` of its stories, which their page of docs shows. */
export interface Guide {
  /** What to do, and beside it what not to. */
  readonly pairs: readonly { readonly do: Example; readonly dont: Example }[]
  /**
   * What each key does, or several keys do: `{ 'Enter, Space': 'Presses it.' }`. Where it matters, the place of the focus
   * follows in brackets: `'Enter (in the box)'`.
   */
  readonly keys?: Readonly<Record<string, string>>
}

const REACHABLE = 'a[href], button, input:not([type=hidden]), textarea, select, [tabindex="0"]'

/** What the guide of a component lacks, whether the keyboard reaches it or not. */
export function lacks(guide: Guide | undefined, interactive: boolean): string[] {
  return [
    ...(guide?.pairs.length ? [] : ['`guide.pairs`: what to do with it, and what not.']),
    ...(interactive && !Object.keys(guide?.keys ?? {}).length
      ? ['`guide.keys`: it can be used by keyboard, and nothing says with which keys.']
      : []),
  ]
}

/** Controls that fit what react-docgen says of a type that Storybook does not know. */
type Controlled = Pick<StrictInputType, 'control' | 'options'>
const controls: Record<string, Controlled> = {
  ReactNode: { control: { type: 'text' } },
  "IconProps['name']": { control: { type: 'select' }, options: iconNames },
  'IconName | (string & {})': { control: { type: 'select' }, options: iconNames },
}

/** What docgen.ts adds to a component. */
interface Documented {
  __docgenInfo?: { props?: Record<string, { tsType?: { raw?: string } }> }
}

/** For types of our own that Storybook knows nothing of, such as a type parameter. */
const byValue: Record<string, Controlled> = {
  string: { control: { type: 'text' } },
  number: { control: { type: 'number' } },
}
/** The types that Storybook has a control for. */
const handled = new Set(['string', 'number', 'boolean', 'enum'])

/** Writes types as the source does, where Storybook would say "union", and adds controls. */
const withTypes: ArgTypesEnhancer<Renderer> = ({ argTypes, component, initialArgs }) => {
  const { __docgenInfo: documented } = (component ?? {}) as Documented
  return Object.fromEntries(
    Object.entries(argTypes).map(([name, type]) => {
      const { raw } = documented?.props?.[name]?.tsType ?? {}
      const { summary = '' } = type.table?.type ?? {}
      const words = summary === 'union' ? (raw ?? '') : summary
      const known: Controlled | undefined = /^on[A-Z]/.test(name)
        ? { control: { disable: true } }
        : (controls[words] ?? byValue[typeof initialArgs[name]])
      return [
        name,
        {
          ...type,
          table: { ...type.table, type: { ...type.table?.type, summary: words } },
          ...(type.control === undefined && !handled.has(type.type?.name ?? '') && known),
        },
      ]
    }),
  )
}

const Page = lazy(() => import('./docs/page.tsx'))
const Container = lazy(() => import('./docs/container.tsx'))

/** The pages of docs, the controls of the kit's props, and the check that each component of the kit has a guide. */
export default function addonGuide() {
  return definePreviewAddon<{ parameters: { guide?: Guide } }>({
    parameters: {
      docs: {
        page: () => (
          <Suspense>
            <Page />
          </Suspense>
        ),
        stories: {
          // The states stand further up. A story with a theme or a viewport of its own would change the whole page, and
          // one that plays is a test, which is not played here.
          filter: ({
            name,
            storyGlobals,
            playFunction,
          }: Pick<PreparedStory, 'name' | 'storyGlobals' | 'playFunction'>) =>
            name === 'Playground' || (name !== 'States' && !playFunction && Object.keys(storyGlobals).length === 0),
        },
        container: (props: { children: ReactNode; context: never }) => (
          <Suspense>
            <Container {...props} />
          </Suspense>
        ),
      },
    },
    argTypesEnhancers: [withTypes],
    afterEach({ title, name, parameters, canvasElement }) {
      if (!title.startsWith('Kit/') || name !== 'Playground') return
      const missing = lacks(parameters.guide, canvasElement.querySelector(REACHABLE) !== null)
      if (missing.length) throw new Error([`The docs of ${title} lack`, ...missing].join('\n'))
    },
  })
}
