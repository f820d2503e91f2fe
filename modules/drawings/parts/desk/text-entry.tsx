import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { css } from '#css/css'
import type { Writing } from '../marks/use-drawing.tsx'

/** A text that is typed on the sheet where it will stand: Enter and leaving it keep it, Escape drops it. */
export const TextEntry = ({ writing, style }: { writing: Writing; style: CSSProperties }) => {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => input.current?.focus(), [])
  function end(words: string) {
    if (isOver.current) return
    isOver.current = true
    writing.done(words)
  }
  return (
    <input
      ref={input}
      aria-label="Text"
      data-sheet-control
      className={entry}
      style={{ ...style, color: writing.color }}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => end(text)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') end(text)
        if (key === 'Escape') end('')
      }}
    />
  )
}

/** The paper stays white at night. */
const entry = css({
  position: 'absolute',
  pointerEvents: 'auto',
  paddingInline: '0.3em',
  background: 'white',
  border: 'none',
  outline: '0.08em dashed #1b57c2',
})
