import { batch, useComputed, useSignal } from '@preact/signals-react'
import { useState, type FormEvent } from 'react'
import { Restored } from '#blocks/drafts/restored.tsx'
import { useDraft } from '#blocks/drafts/use-draft.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { wordsOf } from '#core/entity/wording.ts'
import { restorable, type Typed } from '#core/drafts/typed.ts'
import { messageOf } from '#core/resource/messages.ts'
import { Button } from '#ui/button/button.tsx'
import { useUnfinished } from '#ui/unfinished/unfinished.ts'
import { ChooseFiles, useFilesWith } from '../../attachments/index.ts'
import { useKnown } from '#blocks/record-picker/known-records.tsx'
import { users } from '../../users/entities.ts'
import { messages } from '../entities.ts'
import { MentionArea } from './mention-area.tsx'
import type { About } from './use-messages.ts'

/** A form to write a message with mentions and files, which stay in it until they have been sent, after a reload too. @useSignals */
export const Compose = ({ about }: { about: About }) => {
  const { prepare, saveWith } = useFilesWith(messages.table)
  const resource = useResource(messages)
  const { registry } = useServices()
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
  const people = useKnown(users)
  const on = registry.entities.find(({ table }) => table === about.type)

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
    const content = text.peek().trim() || 'See the attached.'
    const result = await saveWith(files.peek(), (options) => resource.save({ content }, options))
    if (!result.ok) {
      setSending(false)
      return setAlert(messageOf(result))
    }
    // Whoever has left meanwhile finds no draft of it when they come back.
    kept.discard()
    setSending(false)
  }
  return (
    <form onSubmit={send} className={box} {...(on && { 'aria-label': wordsOf(on).reply })}>
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
      <ChooseFiles
        table={messages.table}
        files={files.value}
        onChange={(next) => {
          files.value = next
          for (const file of next) void prepare(file)
        }}
      >
        <Button type="submit" variant={typed.value ? 'solid' : 'outline'} loading={sending}>
          Send
        </Button>
      </ChooseFiles>
    </form>
  )
}

const box = css({ stack: '2', padding: '3', border: '1px solid {colors.line}', borderRadius: 'lg' })
