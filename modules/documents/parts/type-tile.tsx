import { css } from '#css/css'
import { endingOf } from './kinds.ts'

const colors: Readonly<Record<string, string>> = {
  PDF: 'pdf',
  XLS: 'sheet',
  XLSX: 'sheet',
  CSV: 'sheet',
  DOC: 'text',
  DOCX: 'text',
}

/** A small tile with the ending of a file's name. */
export const TypeTile = ({ name }: { name: string }) => {
  const ending = endingOf(name)
  return (
    <span className={tile} data-kind={colors[ending]} aria-hidden>
      {ending}
    </span>
  )
}

const tile = css({
  center: true,
  flexShrink: '0',
  boxSize: '9',
  borderRadius: 'sm',
  background: 'soft',
  color: 'muted',
  fontSize: '0.65rem',
  fontWeight: 'strong',
  letterSpacing: '0.02em',
  '&[data-kind=pdf]': { color: 'attention' },
  '&[data-kind=sheet]': { color: 'done' },
  '&[data-kind=text]': { color: 'primary' },
})
