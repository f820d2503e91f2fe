import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { users } from '../../users/entities.ts'
import { partsOf } from '#lib/mentions.ts'

/** A message's text with line breaks, links and highlighted mentions. Markup is shown as text. @useSignals */
export const MessageText = ({ text }: { text: string }) => {
  const { store } = useServices()
  const names = useRecords(store.of(users).all).map(({ name }) => name)
  return (
    <p className={css({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })}>
      {partsOf(text, names).map((part, at) =>
        part.kind === 'link' ? (
          <a key={at} href={part.text} target="_blank" rel="noreferrer" className={link}>
            {part.text}
          </a>
        ) : part.kind === 'mention' ? (
          <b key={at} className={css({ color: 'primary' })}>
            {part.text}
          </b>
        ) : (
          part.text
        ),
      )}
    </p>
  )
}

const link = css({ color: 'primary', textDecoration: 'underline' })
