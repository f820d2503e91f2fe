import type { ReactNode } from 'react'
import { Canvas, Controls, Description, Primary, Stories, Subtitle, Title, useOf } from '@storybook/addon-docs/blocks'
import { css } from '#css/css'
import type { Guide } from '../guide.tsx'

/**
 * The page of docs of every component: what it is, a playground with its props, its states, what to do and what not, its
 * keys, and its other stories.
 */
export default function Page() {
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
