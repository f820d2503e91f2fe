import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import { InkChoice } from './ink-choice.tsx'
import { hasInk, tools } from './tools.ts'
import type { Desk } from '../desk/use-desk.ts'

/** The tools beside the sheet, with colours and widths beside the chosen one; on phones along the lower edge. */
export const ToolBar = ({ desk: { tool, setTool, ink, setInk, may, marking } }: { desk: Desk }) => (
  <div className={dock} data-sheet-control>
    <div role="toolbar" aria-label="Tools" aria-orientation="vertical" className={bar}>
      {tools
        .filter((face) => may(face.tool))
        .map((face) => (
          <button
            key={face.tool}
            type="button"
            className={button}
            aria-pressed={face.tool === tool}
            aria-label={face.label}
            title={`${face.label} (${face.key.toUpperCase()})`}
            onClick={() => setTool(face.tool)}
          >
            <Icon name={face.icon} />
            <span className={name}>{face.label}</span>
          </button>
        ))}
      {marking.counts.done > 0 && (
        <button
          type="button"
          className={button}
          aria-label="Undo"
          title="Undo (Ctrl Z)"
          onClick={() => void marking.undo()}
        >
          <Icon name="undo-2" />
          <span className={name}>Undo</span>
        </button>
      )}
      {marking.counts.undone > 0 && (
        <button
          type="button"
          className={button}
          aria-label="Redo"
          title="Redo (Ctrl Y)"
          onClick={() => void marking.redo()}
        >
          <Icon name="redo-2" />
          <span className={name}>Redo</span>
        </button>
      )}
    </div>
    {hasInk(tool) && (
      <div className={options}>
        <InkChoice ink={ink} onInk={setInk} />
      </div>
    )}
  </div>
)

const dock = css({
  position: 'absolute',
  zIndex: 'sticky',
  display: 'flex',
  gap: '2',
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto' },
  md: { left: '3.5', top: '3.5', maxHeight: 'calc(100% - 28px)', alignItems: 'flex-start' },
  mdDown: { insetInline: '0', bottom: '0', flexDirection: 'column-reverse' },
})
const bar = css({
  display: 'flex',
  background: 'card',
  boxShadow: 'floating',
  overflow: 'auto',
  gap: '0.5',
  padding: '1',
  md: { flexDirection: 'column', borderRadius: 'lg', maxHeight: 'calc(100dvh - 7rem)' },
  mdDown: { paddingBottom: 'calc(0.25rem + env(safe-area-inset-bottom))' },
})
const button = css({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: { base: '16', md: '10' },
  height: { base: '14', md: '9' },
  borderRadius: 'md',
  '&:hover:not([aria-pressed=true])': { background: 'soft' },
  '&[aria-pressed=true]': { background: 'primary', color: 'primary.ink' },
  // Fingers need more room than a mouse, also at a desk.
  _coarse: { md: { boxSize: '12' } },
})
const name = css({ textStyle: 'caption', display: { base: 'block', md: 'none' } })
const options = css({
  row: '1',
  paddingInline: '2',
  paddingBlock: '1',
  layerStyle: 'floating',
  overflow: 'auto',
  maxWidth: 'full',
  md: { marginTop: '10rem' },
  mdDown: { alignSelf: 'center' },
})
