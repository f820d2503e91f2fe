import { useContext, type ReactNode } from 'react'
import {
  ArgTypes,
  Canvas,
  Controls,
  Description,
  DocsContext,
  Primary,
  Stories,
  Subtitle,
  Title,
  useOf,
} from '@storybook/addon-docs/blocks'
import { css } from '#css/css'
import type { Guide } from '../guide.tsx'

/** The page of docs of every file of stories. */
export default function Page() {
  const { preparedMeta } = useOf('meta', ['meta'])
  return /^(Kit|Foundations)\//.test(preparedMeta.title) ? <KitPage /> : <ScreenPage />
}

/**
 * The page of what runs in the app, a block or a screen: what it is, its first story, its props, and its states. Only one
 * story is shown, since each has an app and a server of its own; it is in a frame, since bars and dialogs would cover the
 * page.
 */
const ScreenPage = () => {
  const { preparedMeta } = useOf('meta', ['meta'])
  // In the order of the file: a module's exports are in that of the alphabet.
  const stories = useContext(DocsContext).componentStories()
  const { __docgenInfo: documented } = (preparedMeta.component ?? {}) as { __docgenInfo?: { props?: object } }
  return (
    <>
      <Title />
      <Subtitle />
      <Description of="meta" />
      {stories[0] && (
        <Canvas of={stories[0].moduleExport} sourceState="none" story={{ inline: false, height: '640px' }} />
      )}
      {documented?.props && (
        <>
          <h2>Props</h2>
          <div className={css({ overflowX: 'auto' })}>
            <ArgTypes />
          </div>
        </>
      )}
      <h2>States</h2>
      <dl>
        {stories.map(({ id, name, moduleExport }) => [
          <dt key={id}>
            <a href={`./?path=/story/${id}`} target="_top">
              {name}
            </a>
          </dt>,
          <dd key={`${id} is`}>
            <Description of={moduleExport} />
          </dd>,
        ])}
      </dl>
    </>
  )
}

/**
 * The page of a component of the kit: what it is, a playground with its props, its states, what to do and what not, its
 * keys, and its other stories.
 */
const KitPage = () => {
  const { csfFile, preparedMeta } = useOf('meta', ['meta'])
  const guide: Guide | undefined = preparedMeta.parameters.guide
  const states = Object.values(csfFile.stories).find(({ name }) => name === 'States')
  return (
    <>
      <Title />
      <Subtitle />
      <Description of="meta" />
      {preparedMeta.component && (
        <>
          <Primary />
          <div className={css({ overflowX: 'auto' })}>
            <Controls />
          </div>
        </>
      )}
      {states?.moduleExport && (
        <>
          <h2>States</h2>
          <Canvas of={states.moduleExport} sourceState="none" layout="padded" />
        </>
      )}
      {guide && (
        <>
          <h2>Do and don’t</h2>
          <Advice pairs={guide.pairs} />
        </>
      )}
      {guide?.keys && (
        <>
          <h2>Keyboard</h2>
          <Keys keys={guide.keys} />
        </>
      )}
      <Stories title="" includePrimary={!preparedMeta.component} />
    </>
  )
}

const Advice = ({ pairs }: Pick<Guide, 'pairs'>) => (
  <div className={`sb-unstyled ${grid}`}>
    {pairs.map(({ do: [good, Good], dont: [bad, Bad] }) => [
      <Example key={good} kind="Do" sentence={good}>
        <Good />
      </Example>,
      <Example key={bad} kind="Don’t" sentence={bad}>
        <Bad />
      </Example>,
    ])}
  </div>
)

const Example = ({ kind, sentence, children }: { kind: 'Do' | 'Don’t'; sentence: string; children: ReactNode }) => (
  <figure className={example} data-kind={kind}>
    <div className={stage}>{children}</div>
    <figcaption className={caption}>
      <b className={kind === 'Do' ? good : bad}>{kind}</b> <Words text={sentence} />
    </figcaption>
  </figure>
)

/** A text with names of code between backticks. */
const Words = ({ text }: { text: string }) =>
  text.split('`').map((part, at) => (at % 2 ? <code key={part}>{part}</code> : part))

const arrows: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }

const Keys = ({ keys }: Required<Pick<Guide, 'keys'>>) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Key</th>
        <th scope="col">What it does</th>
      </tr>
    </thead>
    <tbody>
      {Object.entries(keys).map(([when, does]) => {
        const [, names = when, where] = /^(.*?)(?: \((.+)\))?$/.exec(when) ?? []
        return (
          <tr key={when}>
            <td>
              {names.split(', ').map((name) => (
                <kbd key={name} className={key} title={name}>
                  {arrows[name] ?? name}
                </kbd>
              ))}
              {where}
            </td>
            <td>
              <Words text={does} />
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

const grid = css({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  columnGap: '4',
  rowGap: '2',
  marginBlock: '4',
})
const example = css({
  display: 'grid',
  gridRow: 'span 2',
  gridTemplateRows: 'subgrid',
  margin: '0',
  color: 'ink',
  textStyle: 'body',
  '&[data-kind=Do]': { borderTop: '3px solid {colors.done}' },
  '&[data-kind=Don’t]': { borderTop: '3px solid {colors.attention}' },
})
const stage = css({
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  minWidth: '0',
  padding: '5',
  background: 'paper',
  overflowX: 'auto',
  '& > *': { maxWidth: 'full' },
})
const caption = css({ paddingBottom: '4', textStyle: 'small' })
const good = css({ color: 'done' })
const bad = css({ color: 'attention' })
const key = css({
  display: 'inline-block',
  paddingInline: '1.5',
  marginInlineEnd: '1',
  border: '1px solid {colors.faint}',
  borderRadius: 'sm',
  fontSize: 'sm',
  whiteSpace: 'nowrap',
})
