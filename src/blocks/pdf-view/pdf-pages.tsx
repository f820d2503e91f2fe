import { useEffect, useRef, useState } from 'react'
import { css } from '#css/css'
import { reach } from '#ui/picture/again.ts'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { openPdf, type PdfDocument } from '#lib/pdf/pdf-document.ts'

export interface PdfPagesProps {
  /** Where the file is. */
  readonly url: string
  readonly title: string
  /** What is shown instead where the file cannot be. */
  readonly fallback: (problem: string) => React.ReactNode
}

type Loaded = { readonly pdf: PdfDocument } | { readonly problem: string }

/** At most two device pixels for each of CSS. */
const sharpness = () => Math.min(2, window.devicePixelRatio || 1)

/** All pages of a PDF under one another, as wide as there is room; each is drawn when it comes into sight. */
export default function PdfPages({ url, title, fallback }: PdfPagesProps) {
  const [loaded, setLoaded] = useState<{ url: string; what: Loaded } | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    let opened: PdfDocument | undefined
    let withdraw = () => {}
    async function load(): Promise<Loaded> {
      const answer = await fetch(url, { credentials: 'include', signal: stop.signal }).catch(() => null)
      if (!answer) {
        // It comes by itself when the signal does.
        if (!stop.signal.aborted) withdraw = reach.again(() => setTries(tries + 1))
        return { problem: '' }
      }
      if (!answer.ok) return { problem: 'This file could not be loaded.' }
      opened = await openPdf(await answer.arrayBuffer())
      if (stop.signal.aborted) opened.close()
      return { pdf: opened }
    }
    load()
      .catch((error: unknown): Loaded => ({
        problem: error instanceof Error ? error.message : 'This PDF cannot be shown.',
      }))
      .then((what) => void (stop.signal.aborted || setLoaded({ url, what })))
    return () => {
      stop.abort()
      withdraw()
      opened?.close()
    }
  }, [url, tries])
  const what = loaded?.url === url ? loaded.what : null
  if (!what)
    return (
      <div className={css({ center: true, minHeight: '10rem' })}>
        <Spinner />
      </div>
    )
  if ('problem' in what) return <>{fallback(what.problem)}</>
  const { pdf } = what
  return (
    <ol className={css({ stack: '3', width: 'full' })} aria-label={title}>
      {pdf.pages.map(({ width, height }, at) => (
        <li key={at}>
          <PdfPage pdf={pdf} number={at + 1} of={pdf.pages.length} ratio={width / height} />
        </li>
      ))}
    </ol>
  )
}

const PdfPage = ({ pdf, number, of, ratio }: { pdf: PdfDocument; number: number; of: number; ratio: number }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    let drawn = 0
    let over = false
    const draw = async () => {
      const width = Math.round(element.clientWidth * sharpness())
      if (!width || width === drawn) return
      drawn = width
      const bitmap = await pdf.draw(number, width)
      if (over) return
      element.width = bitmap.width
      element.height = bitmap.height
      element.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
    }
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting))
          draw().catch((error: unknown) => over || setProblem(String(error instanceof Error ? error.message : error)))
        else {
          // What is out of sight gives its memory back.
          drawn = 0
          element.width = element.height = 0
        }
      },
      { rootMargin: '50%' },
    )
    watch.observe(element)
    return () => {
      over = true
      watch.disconnect()
      element.width = element.height = 0
    }
  }, [pdf, number])
  return (
    <figure>
      <canvas
        ref={canvas}
        className={page}
        style={{ aspectRatio: String(ratio) }}
        role="img"
        aria-label={`Page ${number} of ${of}`}
      />
      {problem && <p role="alert">{problem}</p>}
    </figure>
  )
}

const page = css({ display: 'block', width: 'full', background: 'white', border: '1px solid {colors.line}' })
