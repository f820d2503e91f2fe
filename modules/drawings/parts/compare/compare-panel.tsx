import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { alignedWith } from '../../alignment.ts'
import type { Comparing } from './compare-desk.tsx'

/** What changed between two sheets, by numbers, and how they are aligned. */
export const ComparePanel = ({ comparing, mayAlign }: { comparing: Comparing; mayAlign: boolean }) => {
  const { before, after, found, look, control, aligning } = comparing
  const names = namesOf(comparing)
  const isAligned = alignedWith(before, after) !== null
  return (
    <aside className={panel} aria-label="What changed">
      <h2 className={css({ textStyle: 'section' })}>What changed</h2>
      <p className={css({ flow: '1.5' })}>
        <Tag tone="attention">Only in {names.before}</Tag>
        <Tag tone="primary">Only in {names.after}</Tag>
        <Tag>In both</Tag>
      </p>
      {found === null && (
        <Button variant="outline" disabled={!look} onClick={() => look?.()}>
          Find changed areas
        </Button>
      )}
      {found?.length === 0 && <p className={css({ color: 'muted' })}>Nothing has changed.</p>}
      <ol className={list}>
        {found?.map(({ x, y, w, h }, at) => (
          <li key={at}>
            <Button variant="ghost" onClick={() => control?.show([x + w / 2, y + h / 2], 0.8)}>
              Area {at + 1}
            </Button>
          </li>
        ))}
      </ol>
      {mayAlign && (
        <div className={css({ stack: '2' })}>
          {aligning.step ? (
            <>
              <p role="status">
                Touch place {aligning.step.nth} on {names[aligning.step.on]}.
              </p>
              <Button variant="outline" onClick={aligning.cancel}>
                Cancel
              </Button>
            </>
          ) : (
            <Button variant="outline" onClick={aligning.start}>
              {isAligned ? 'Align again' : 'Align by two places'}
            </Button>
          )}
          {isAligned && !aligning.step && (
            <Button variant="ghost" onClick={aligning.clear}>
              Remove the alignment
            </Button>
          )}
        </div>
      )}
      <p className={blink}>Hold Space to blink between both.</p>
    </aside>
  )
}

/** What both are called: by their revisions, or by their numbers. */
const namesOf = ({ sheet, other, before, after }: Comparing) =>
  sheet.id === other.id
    ? { before: `rev ${before.revision}`, after: `rev ${after.revision}` }
    : { before: other.number, after: sheet.number }

const panel = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  padding: '3.5',
  background: 'card',
  overflow: 'auto',
  flex: 'none',
  lg: { width: '16rem', borderLeft: '1px solid {colors.line}' },
  lgDown: { maxHeight: '35%', borderTop: '1px solid {colors.line}' },
})
const list = css({ flow: '1', lg: { flexDirection: 'column' } })
const blink = css({ display: { base: 'none', lg: 'block' }, marginTop: 'auto', textStyle: 'note' })
