import type { ReactNode } from 'react'
import { css } from '#css/css'
import { Offered } from '#blocks/offered/offered.tsx'
import { Button, IconButton } from '#ui/button/button.tsx'
import { usePicker } from '#ui/file-drop/use-picker.tsx'
import { attachments } from '../entities.ts'

/** Files chosen for something that has not been saved, with buttons to attach more and to take a photo. */
export const ChooseFiles = ({
  table,
  files,
  onChange,
  large = false,
  children,
}: {
  /** The table of what it is that they are attached to. */
  table: string
  files: readonly File[]
  onChange: (files: readonly File[]) => void
  /** Whether the buttons are as wide as there is room, the camera first: for who begins with a photo. */
  large?: boolean
  /** What comes behind the buttons. */
  children?: ReactNode
}) => {
  const take = (chosen: readonly File[]) => onChange([...files, ...chosen])
  const picker = usePicker({ multiple: true }, take)
  const camera = usePicker({ accept: 'image/*', capture: 'environment' }, take)
  return (
    <>
      {files.length > 0 && (
        <ul className={css({ flow: '1.5' })}>
          {files.map((file, at) => (
            <li key={`${file.name} ${at}`} className={chip}>
              <bdi>{file.name}</bdi>
              <IconButton
                icon="x"
                size="sm"
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((one) => one !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={large ? wide : beside}>
        <Offered entity={attachments} params={{ attachable_type: table }}>
          {large ? (
            <>
              <Button size="lg" variant="outline" icon="camera" onClick={camera.open}>
                Take photo
              </Button>
              <IconButton icon="paperclip" aria-label="Attach files" onClick={picker.open} />
            </>
          ) : (
            <>
              <IconButton icon="paperclip" aria-label="Attach files" onClick={picker.open} />
              <IconButton icon="camera" aria-label="Take photo" onClick={camera.open} />
            </>
          )}
        </Offered>
        {children}
      </div>
      {picker.input}
      {camera.input}
    </>
  )
}

const beside = css({ wrap: '1.5', justifyContent: 'end' })
const wide = css({ stack: '1.5', gridTemplateColumns: '1fr auto', alignItems: 'center' })
const chip = css({
  inlineRow: '1',
  paddingInlineStart: '2.5',
  background: 'soft',
  borderRadius: 'md',
  textStyle: 'small',
})
