import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { parseCsv } from '#lib/csv.ts'
import { decodedText } from '#lib/decoded-text.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { MissingPicture, useMissing } from '#ui/picture/picture.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { kindOf } from './kinds.ts'

const PdfPages = lazy(() => import('#blocks/pdf-view/pdf-pages.tsx'))

/** How much of a text is shown, in bytes. */
const MOST_TEXT = 512 * 1024
const MOST_ROWS = 500

export interface PreviewProps {
  /** The path of the document, or of one of its versions. */
  readonly path: string
  readonly name: string
  readonly mime: string
}

/** Shows a file: PDFs page by page, pictures, texts, CSV as a table, video and sound; else how to get it (rule document-preview). */
export const Preview = ({ path, name, mime }: PreviewProps) => {
  const { api } = useServices()
  const url = api.urlOf(`${path}/file`)
  const without = (problem?: string) => <Without url={url} problem={problem} />
  switch (kindOf(mime)) {
    case 'pdf':
      return (
        <Suspense fallback={<Loading />}>
          <PdfPages
            key={url}
            url={url}
            title={name}
            fallback={(problem) => <Still path={path} name={name} instead={without(problem)} />}
          />
        </Suspense>
      )
    case 'picture':
      return <Picture key={url} url={url} name={name} instead={without()} />
    case 'table':
    case 'text':
      return <Text key={url} url={url} isTable={kindOf(mime) === 'table'} instead={without()} />
    case 'video':
      // The site's own recordings have no captions to show.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <video key={url} src={url} controls aria-label={name} className={fitted} />
    case 'sound':
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <audio key={url} src={url} controls aria-label={name} className={css({ width: 'full' })} />
    default:
      return without()
  }
}

/** The first page as the server has rendered it, where this browser cannot. */
const Still = ({ path, name, instead }: { path: string; name: string; instead: ReactNode }) => {
  const { api } = useServices()
  return <Picture url={api.urlOf(`${path}/preview?size=1600`)} name={name} instead={instead} />
}

const Picture = ({ url, name, instead }: { url: string; name: string; instead: ReactNode }) => {
  const { why, tries, failed } = useMissing(url)
  if (why === 'none') return instead
  if (why === 'away') return <MissingPicture why={why} className={paper} />
  return <img key={tries} src={url} alt={name} className={fitted} onError={failed} />
}

const Text = ({ url, isTable, instead }: { url: string; isTable: boolean; instead: ReactNode }) => {
  const [text, setText] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    const stop = new AbortController()
    fetch(url, { credentials: 'include', signal: stop.signal, headers: { Range: `bytes=0-${MOST_TEXT - 1}` } })
      .then(async (answer) => setText(answer.ok ? decodedText(new Uint8Array(await answer.arrayBuffer())) : null))
      .catch(() => stop.signal.aborted || setText(null))
    return () => stop.abort()
  }, [url])
  if (text === undefined) return <Loading />
  if (text === null) return instead
  if (!isTable) return <pre className={paper}>{text}</pre>
  const [head = [], ...rows] = parseCsv(text).slice(0, MOST_ROWS)
  return (
    // A wide table scrolls, also by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={paper} tabIndex={0} role="region" aria-label="Table">
      <table className={table}>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>
              {cells.map((cell, nth) => (
                <td key={nth}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Without = ({ url, problem }: { url: string; problem?: string | undefined }) => (
  <div className={css({ stack: '3', justifyItems: 'center', padding: '8', textAlign: 'center', color: 'muted' })}>
    {problem && <p role="alert">{problem}</p>}
    <p>No preview is available. Download the file.</p>
    <LinkButton href={`${url}?download`} download icon="download" variant="outline">
      Download
    </LinkButton>
  </div>
)

const Loading = () => (
  <div className={css({ center: true, minHeight: '10rem' })}>
    <Spinner />
  </div>
)

const fitted = css({ display: 'block', maxWidth: 'full', maxHeight: '75vh', marginInline: 'auto' })
const paper = css({
  width: 'full',
  maxHeight: '75vh',
  overflow: 'auto',
  padding: '4',
  background: 'card',
  textStyle: 'small',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
const table = css({
  borderCollapse: 'collapse',
  '& th, & td': {
    border: '1px solid {colors.line}',
    paddingInline: '2',
    paddingBlock: '1',
    textAlign: 'start',
    whiteSpace: 'nowrap',
  },
  '& th': { fontWeight: 'strong', background: 'soft' },
})
