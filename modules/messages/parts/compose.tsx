import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { sendFiles } from '#blocks/uploads/destination.ts'
import { css } from '#css/css'
import { messageOf } from '#core/resource/messages.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { SelectDialog } from '#ui/select-dialog/select-dialog.tsx'
import { TextArea } from '#ui/text-area/text-area.tsx'
import { useUnfinished } from '#ui/unfinished/unfinished.ts'
import { useDestination } from '../../attachments/index.ts'
import { usePeople } from '../../users/index.ts'
import { messages } from '../entities.ts'
import type { About } from './use-messages.ts'

/** A form to write a message with mentions and files. A text that could not be sent stays in the form, with its files. @useSignals */
export const Compose = ({ about }: { about: About }) => {
  const services = useServices()
  const destinationOf = useDestination()
  const resource = useResource(messages)
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [sending, setSending] = useState(false)
  const [naming, setNaming] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  useUnfinished(text !== '' || files.length > 0 || sending)
  const people = usePeople()

  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (sending || (!text.trim() && !files.length)) return
    setSending(true)
    setAlert(null)
    const result = await resource.save({ content: text.trim() || 'See the attached.' })
    if (!result.ok) {
      setSending(false)
      return setAlert(messageOf(result))
    }
    setText('')
    // They go on without the form, and show how far they are below their message.
    sendFiles(services, destinationOf({ type: 'messages', id: result.data.id }), files)
    setFiles([])
    setSending(false)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
  }
  const take = (chosen: FileList | null) => setFiles([...files, ...(chosen ?? [])])

  return (
    <form onSubmit={send} className={box} aria-label={`Reply to ${about.type}`}>
      {alert && (
        <p role="alert" className={css({ color: 'attention', fontWeight: 'strong' })}>
          {alert}
        </p>
      )}
      <TextArea aria-label="Reply" placeholder="Reply" value={text} onChange={setText} onKeyDown={onKeyDown} />
      {files.length > 0 && (
        <ul className={css({ display: 'flex', flexWrap: 'wrap', gap: '1.5' })}>
          {files.map((file, at) => (
            <li key={`${file.name} ${at}`} className={chip}>
              <bdi>{file.name}</bdi>
              <IconButton
                icon="x"
                size="sm"
                aria-label={`Remove ${file.name}`}
                onClick={() => setFiles(files.filter((one) => one !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={css({ display: 'flex', alignItems: 'center', gap: '1.5' })}>
        <Button variant="ghost" onClick={() => setNaming(true)}>
          @ Mention
        </Button>
        <span className={css({ marginInlineStart: 'auto' })} />
        <IconButton icon="paperclip" aria-label="Attach files" onClick={() => picker.current?.click()} />
        <IconButton icon="camera" aria-label="Take photo" onClick={() => camera.current?.click()} />
        <Button type="submit" loading={sending}>
          Send
        </Button>
      </div>
      <input ref={picker} type="file" multiple hidden onChange={({ target }) => take(target.files)} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ target }) => take(target.files)}
      />
      {naming && (
        <SelectDialog
          open
          title="Mention someone"
          options={people.value}
          onSelect={(id) => {
            const name = people.peek().find(({ value }) => value === id)?.label
            setText(`${text}${text && !/\s$/.test(text) ? ' ' : ''}@${name} `)
            setNaming(false)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </form>
  )
}

const box = css({
  display: 'grid',
  gap: '2',
  padding: '3',
  border: '1px solid {colors.line}',
  borderRadius: 'lg',
})
const chip = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  paddingInlineStart: '2.5',
  background: 'soft',
  borderRadius: 'md',
  textStyle: 'small',
})
