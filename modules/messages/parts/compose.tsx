import { batch, useComputed, useSignal } from '@preact/signals-react'
import { useState, type FormEvent } from 'react'
import { Restored } from '#blocks/drafts/restored.tsx'
import { useDraft } from '#blocks/drafts/use-draft.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { sendFiles } from '#blocks/uploads/destination.ts'
import { css } from '#css/css'
import { restorable, type Typed } from '#core/drafts/typed.ts'
import { messageOf } from '#core/resource/messages.ts'
import { Button } from '#ui/button/button.tsx'
import { useUnfinished } from '#ui/unfinished/unfinished.ts'
import { ChooseFiles, useDestination } from '../../attachments/index.ts'
import { usePeople } from '../../users/index.ts'
import { messages } from '../entities.ts'
import { MentionArea } from './mention-area.tsx'
import type { About } from './use-messages.ts'

/** A form to write a message with mentions and files, which stay in it until they have been sent, after a reload too. @useSignals */
export const Compose = ({ about }: { about: About }) => {
  const services = useServices()
  const destinationOf = useDestination()
  const resource = useResource(messages)
  const text = useSignal('')
  const files = useSignal<readonly File[]>([])
  const [sending, setSending] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)
  const typed = useComputed((): Typed | null =>
    text.value || files.value.length ? { values: { content: text.value }, files: files.value } : null,
  )
  const kept = useDraft([messages.name, 'new', about.type, about.id], {
    typed,
    restore: ({ values, files: chosen = [] }) =>
      batch(() => {
        const { content } = restorable(messages.fields, values)
        text.value = [content, text.peek()].filter(Boolean).join('\n')
        files.value = [...chosen, ...files.peek()]
      }),
    reset: clear,
  })
  useUnfinished(typed.value !== null || sending)
  const people = usePeople()

  function clear() {
    batch(() => {
      text.value = ''
      files.value = []
    })
  }
  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (sending || (!text.peek().trim() && !files.peek().length)) return
    setSending(true)
    setAlert(null)
    const result = await resource.save({ content: text.peek().trim() || 'See the attached.' })
    if (!result.ok) {
      setSending(false)
      return setAlert(messageOf(result))
    }
    // They go on without the form, and show how far they are below their message.
    sendFiles(services, destinationOf({ type: 'messages', id: result.data.id }), files.peek())
    clear()
    setSending(false)
  }
  return (
    <form onSubmit={send} className={box} aria-label={`Reply to ${about.type}`}>
      <Restored draft={kept} />
      {alert && (
        <p role="alert" className={css({ color: 'attention', fontWeight: 'strong' })}>
          {alert}
        </p>
      )}
      <MentionArea
        value={text.value}
        onChange={(next) => void (text.value = next)}
        people={people}
        onSend={() => void send()}
      />
      <ChooseFiles files={files.value} onChange={(next) => void (files.value = next)}>
        <Button type="submit" variant={typed.value ? 'solid' : 'outline'} loading={sending}>
          Send
        </Button>
      </ChooseFiles>
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
