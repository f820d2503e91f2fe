import { useState } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { usePicker } from '#ui/file-drop/use-picker.tsx'
import { TextArea } from '#ui/text-area/text-area.tsx'
import { addPhotos, draftOf, finish, keepDraft, say } from './answers.ts'

interface AnswerFormProps {
  /** The address of the item, for what is sent and what is kept. */
  readonly at: string
  /** The step that says that it is done, where the recipient takes it. */
  readonly done: { readonly step: string; readonly label: string } | null
  readonly onSent: () => Promise<void>
}

/** What the recipient of a link answers to an item: a message, photos, and that it is done. */
export const AnswerForm = ({ at, done, onSent }: AnswerFormProps) => {
  const [draft, setDraft] = useState(() => draftOf(at))
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'say' | 'photo' | 'done' | null>(null)
  async function during(what: NonNullable<typeof busy>, sending: Promise<string | null>) {
    setBusy(what)
    const failure = await sending
    setProblem(failure)
    if (failure === null) {
      if (what === 'say') setDraft(keepDraft(at, ''))
      // What is done is done once it is shown so; after anything else the next answer does not wait for the page.
      if (what !== 'done') setBusy(null)
      await onSent()
    }
    setBusy(null)
  }
  const picker = usePicker({ multiple: true, accept: 'image/*', 'aria-label': 'Photos' }, (photos) => {
    void during('photo', addPhotos(at, photos))
  })
  const isKept = draft.text !== '' && problem !== null
  return (
    <div className={css({ stack: '2' })}>
      <TextArea
        aria-label="Message"
        placeholder="Write a message"
        rows={2}
        maxLength={5000}
        value={draft.text}
        onChange={(text) => setDraft(keepDraft(at, text))}
      />
      {problem !== null && (
        <p role="alert" className={css({ color: 'attention', overflowWrap: 'anywhere' })}>
          {problem}
          {isKept && ' What you wrote is kept on this device.'}
        </p>
      )}
      <div className={css({ wrap: '2' })}>
        <Button
          variant="outline"
          size="lg"
          icon="send"
          loading={busy === 'say'}
          disabled={!draft.text.trim() || busy !== null}
          onClick={() => void during('say', say(at, draft))}
        >
          {isKept ? 'Send again' : 'Send'}
        </Button>
        <Button
          variant="outline"
          size="lg"
          icon="camera"
          loading={busy === 'photo'}
          disabled={busy !== null}
          onClick={picker.open}
        >
          Add photos
        </Button>
        {done && (
          <Button
            size="lg"
            icon="check"
            loading={busy === 'done'}
            disabled={busy !== null}
            onClick={() => void during('done', finish(at, done.step))}
          >
            {done.label}
          </Button>
        )}
        {picker.input}
      </div>
    </div>
  )
}
