import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentationOf as readDocumentation } from '../.storybook/docgen.ts'
import { lacks, type Guide } from '../.storybook/guide.tsx'
import { sentenceOf } from '../.storybook/sentence.ts'
import { isStory, root, sourcesIn, type Source } from './architecture.ts'

/** What is said of a file's components; each file is read once, since that follows types through others. */
const known = new Map<string, ReturnType<typeof readDocumentation>>()
function documentationOf(file: string, source?: string) {
  if (source !== undefined) return readDocumentation(file, source)
  const found = known.get(file) ?? readDocumentation(file)
  known.set(file, found)
  return found
}

const stories = sourcesIn('src/ui').filter(({ path }) => isStory(path))

/** The component that a file of stories documents, and the file it is in. */
function documentedBy({ path, text }: Source): { name: string; file: string } {
  const name = /\bcomponent: (\w+)/.exec(text)?.[1] ?? ''
  const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '(\\./[^']+)'`).exec(text)?.[1]
  if (!name || !from) throw new Error(`${path} names no component of its own folder.`)
  return { name, file: join(root, dirname(path), from) }
}

/** What the table of a component's props lacks. */
function undescribed(name: string, file: string, source?: string): string[] {
  // A component that is passed to `memo` is documented under the name it had before.
  const found = documentationOf(file, source).find(
    ({ displayName }) => displayName === name || displayName === `Plain${name}`,
  )
  if (!found) return [`${name} is not found`]
  const props = Object.entries(found.props ?? {})
  return [
    ...(found.description ? [] : [`${name} has no sentence`]),
    ...(props.length ? [] : [`${name} has no props`]),
    ...props.flatMap(([prop, { description }]) => (description ? [] : [`${name}.${prop} is not described`])),
  ]
}

describe('the stories of a kit component', () => {
  /** What a file of stories lacks. */
  const missing = ({ path, text }: Source, disabled: boolean) => {
    const [first] = [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
    return [
      ...(first === 'Playground'
        ? []
        : [`${path}: the first story is a Playground, which the page of docs begins with`]),
      ...(/\bparameters: \{[^}]*\bguide\b/.test(text) ? [] : [`${path}: \`parameters.guide\``]),
      ...(/tags: \['autodocs'\]/.test(text) ? [] : [`${path}: the tag autodocs`]),
      ...(disabled && !/^export const States\b/m.test(text) ? [`${path}: a story States`] : []),
    ]
  }

  test('begin with a playground, have a guide, and show the states of what can be disabled', () => {
    const lacking = stories.flatMap((source) => {
      const { name, file } = documentedBy(source)
      const props = documentationOf(file).find(({ displayName }) => displayName === name)?.props
      return missing(source, props?.disabled !== undefined)
    })
    expect(lacking).toEqual([])
    expect(stories.length).toBeGreaterThan(45)
    const bare = { path: 'dial.stories.tsx', text: 'export const Open = 1\nexport const Playground = 2\n' }
    expect(missing(bare, true)).toHaveLength(4)
  })

  test('document a component with a sentence, and each of its props', () => {
    // It takes no props: those of its stories are what `toast` is called with.
    const without = ['Toaster has no props']
    const lacking = stories.flatMap((source) => {
      const { name, file } = documentedBy(source)
      return undescribed(name, file)
    })
    expect(lacking).toEqual(without)
    const dial = 'export const Dial = ({ turns }: { turns: number }) => <b>{turns}</b>'
    expect(undescribed('Dial', '/dial.tsx', dial)).toEqual(['Dial has no sentence', 'Dial.turns is not described'])
  })
})

describe('the page of a block, a module or the shell', () => {
  const files = sourcesIn('src/blocks', 'src/app', 'modules').filter(
    ({ path, text }) => isStory(path) && !/\btags: \[[^\]]*'!autodocs'/.test(text),
  )
  const sentence = (path: string, text: string) => sentenceOf(join(root, path), text)

  test('begins with a sentence', () => {
    expect(files.length).toBeGreaterThan(70)
    const lacking = files.filter(({ path, text }) => !/^[A-Z].{15,}\.$/.test(sentence(path, text)))
    expect(lacking.map(({ path }) => `${path}: a sentence above its meta, or that of what it shows`)).toEqual([])
  })

  const meta = (component: string) => `const meta = preview.meta({ title: 'Screens/Dial', component: ${component} })\n`

  test('has the sentence above its meta, otherwise that of its component or of the screen with its name', () => {
    expect(sentence('modules/rfis/screens/rfis-tab.stories.tsx', meta('App'))).toBe(
      "A project's RFIs by whose turn it is.",
    )
    expect(
      sentence('modules/rfis/screens/rfis-tab.stories.tsx', `/** A dial.\n * @useSignals */\n${meta('App')}`),
    ).toBe('A dial.')
    const imported = `import { Page } from './page.tsx'\n${meta('Page')}`
    expect(sentence('src/blocks/page/page.stories.tsx', imported)).toMatch(/^The layout of a screen/)
  })

  test('has none where nothing is written', () => {
    expect(sentence('modules/rfis/screens/dial.stories.tsx', meta('App'))).toBe('')
    expect(sentence('modules/rfis/screens/dial.stories.tsx', meta('Local'))).toBe('')
    expect(sentence('modules/rfis/screens/dial.stories.tsx', `/** Other. */\nconst a = 1\n${meta('App')}`)).toBe('')
  })
})

describe('the table of props', () => {
  /** The defaults of a component of the kit. */
  const defaultsOf = (file: string, name: string, source?: string) => {
    const { props = {} } =
      documentationOf(join(root, 'src/ui', file), source).find(({ displayName }) => displayName === name) ?? {}
    const known = Object.entries(props).filter(([, { defaultValue }]) => defaultValue)
    return Object.fromEntries(known.map(([prop, { defaultValue }]) => [prop, defaultValue?.value]))
  }

  test('shows the default that a component takes its props apart with', () => {
    expect(defaultsOf('skeleton/skeleton.tsx', 'Skeleton')).toEqual({ width: "'100%'", height: "'1em'" })
    expect(defaultsOf('number-input/number-input.tsx', 'NumberInput')).toMatchObject({ step: '0.01', press: 'step' })
    expect(defaultsOf('table/table.tsx', 'PlainTable')).toEqual({ density: "'comfortable'" })
  })

  test('shows the variants that its recipe takes by default, of another file too, and not those it is given', () => {
    expect(defaultsOf('tag/tag.tsx', 'Tag')).toEqual({ tone: "'neutral'" })
    expect(defaultsOf('button/button.tsx', 'Button')).toEqual({ variant: "'solid'", size: "'md'" })
    expect(defaultsOf('button/button.tsx', 'IconButton')).toEqual({ variant: "'ghost'", size: "'md'" })
  })

  test('shows those of a component that the props are handed on to', () => {
    expect(defaultsOf('dialog/dialog.tsx', 'Dialog')).toMatchObject({ size: "'md'", role: "'dialog'" })
  })

  test('shows no default of what is no prop', () => {
    const dial = `export const Dial = ({ turns }: { turns?: number }) => {
      const { size = 'md' } = dials
      return <b>{turns}</b>
    }`
    expect(defaultsOf('dial/dial.tsx', 'Dial', dial)).toEqual({})
  })
})

describe('a guide', () => {
  const guide: Guide = { pairs: [{ do: ['Turn it.', () => null], dont: ['Press it.', () => null] }] }

  test('has what to do and what not', () => {
    expect(lacks(undefined, false)).toHaveLength(1)
    expect(lacks({ pairs: [] }, false)).toHaveLength(1)
    expect(lacks(guide, false)).toEqual([])
  })

  test('has the keys of what the keyboard reaches', () => {
    expect(lacks(guide, true)).toHaveLength(1)
    expect(lacks({ ...guide, keys: {} }, true)).toHaveLength(1)
    expect(lacks({ ...guide, keys: { Enter: 'Turns it.' } }, true)).toEqual([])
  })
})
