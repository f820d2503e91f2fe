import { Fragment } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { keyLists, type KeyList } from './finders.ts'

const everywhere: KeyList = {
  title: 'Everywhere',
  keys: [
    ['Ctrl K', 'Search, open and do'],
    ['?', 'These keys'],
    ['Ctrl Z', 'Undo; with Shift, do it again'],
    ['Esc', 'Close what is open'],
  ],
}
const lists: KeyList = {
  title: 'Lists',
  keys: [
    ['J, K', 'Next and previous row; in a row also ↑ and ↓'],
    ['Enter', 'Open it'],
    ['X', 'Tick it, in a row also Space; with Shift, all up to it'],
    ['Ctrl A', 'Tick all that are shown'],
    ['1, 2', 'Give the answers that stand in the row'],
    ['/', 'Search the list'],
    ['C', 'Add one'],
    ['Esc', 'Untick, or leave the record'],
    ['Shift ← →', 'On a heading: make its column narrower or wider'],
  ],
}

/** All keys of the app, by place, as its modules register them (rule box). */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { registry, session } = useServices()
  const all = [everywhere, lists, ...registry.filled(keyLists, session.user.value)]
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className={columns}>
        {all.map(({ title, keys }) => (
          <section key={title} className={css({ breakInside: 'avoid', marginBottom: '5' })}>
            <h3 className={css({ textStyle: 'label', color: 'muted', marginBottom: '2' })}>{title}</h3>
            <dl className={pairs}>
              {keys.map(([key, what]) => (
                <Fragment key={key}>
                  <dt>
                    <kbd className={cap}>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const columns = css({ columns: { base: 1, sm: 2 }, columnGap: '8', paddingBottom: '3' })
const pairs = css({
  display: 'grid',
  gridTemplateColumns: '8.5rem minmax(0, 1fr)',
  columnGap: '3',
  rowGap: '1.5',
  alignItems: 'baseline',
})
const cap = css({
  paddingInline: '1.5',
  border: '1px solid {colors.line}',
  borderRadius: 'sm',
  background: 'soft',
  fontFamily: 'body',
  fontSize: 'xs',
  fontWeight: 'medium',
})
