import { css } from '#css/css'
import { IconButton } from '#ui/button/button.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import type { useFind } from './use-find.ts'

/** Looks for words on the sheet. */
export const FindBar = ({ find, words }: { find: ReturnType<typeof useFind>; words: string }) => (
  <search className={bar} data-sheet-control>
    <TextInput
      value={words}
      onChange={find.look}
      placeholder="Find on this sheet"
      aria-label="Find on this sheet"
      ref={(input) => input?.focus()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1)
        if (event.key === 'Escape') find.close()
      }}
    />
    <output className={css({ textStyle: 'note', whiteSpace: 'nowrap' })}>
      {words.trim().length < 2 ? '' : find.hits.length ? `${find.current + 1} of ${find.hits.length}` : 'Not found'}
    </output>
    <IconButton
      icon="chevron-up"
      aria-label="Previous hit"
      disabled={!find.hits.length}
      onClick={() => find.step(-1)}
    />
    <IconButton icon="chevron-down" aria-label="Next hit" disabled={!find.hits.length} onClick={() => find.step(1)} />
    <IconButton icon="x" aria-label="Close the search" onClick={find.close} />
  </search>
)

const bar = css({
  position: 'absolute',
  top: '3.5',
  right: '3.5',
  zIndex: 'sticky',
  row: '1',
  padding: '1.5',
  layerStyle: 'floating',
  maxWidth: 'calc(100% - 28px)',
})
