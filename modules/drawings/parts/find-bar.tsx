import { css } from '#css/css'
import { IconButton } from '#ui/button/button.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'

/** Looks for words on the sheet. */
export const FindBar = ({
  words,
  onWords,
  count,
  current,
  onStep,
  onClose,
}: {
  words: string
  onWords: (words: string) => void
  count: number
  current: number
  onStep: (by: 1 | -1) => void
  onClose: () => void
}) => (
  <search className={bar} data-sheet-control>
    <TextInput
      value={words}
      onChange={onWords}
      placeholder="Find on this sheet"
      aria-label="Find on this sheet"
      ref={(input) => input?.focus()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
        if (event.key === 'Escape') onClose()
      }}
    />
    <output className={css({ textStyle: 'small', color: 'muted', whiteSpace: 'nowrap' })}>
      {words.trim().length < 2 ? '' : count ? `${current + 1} of ${count}` : 'Not found'}
    </output>
    <IconButton icon="chevron-up" aria-label="Previous hit" disabled={!count} onClick={() => onStep(-1)} />
    <IconButton icon="chevron-down" aria-label="Next hit" disabled={!count} onClick={() => onStep(1)} />
    <IconButton icon="x" aria-label="Close the search" onClick={onClose} />
  </search>
)

const bar = css({
  position: 'absolute',
  top: '3.5',
  right: '3.5',
  zIndex: 'sticky',
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  padding: '1.5',
  background: 'card',
  borderRadius: 'lg',
  boxShadow: 'floating',
  maxWidth: 'calc(100% - 28px)',
})
