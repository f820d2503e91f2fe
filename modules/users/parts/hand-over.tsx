import { css } from '#css/css'
import { LINK_MINUTES } from '#lib/one-time-links.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { copy } from '#ui/toast/copy.ts'

/** A one-time link that nobody was mailed. */
export interface HandedLink {
  readonly name: string
  readonly link: string
  readonly action: 'invite' | 'reset_password'
}

const TIMES = {
  invite: `once, within ${LINK_MINUTES.invite / (24 * 60)} days`,
  reset_password: `once, within ${LINK_MINUTES.reset} minutes`,
}

/** Shows links that no mail server has sent, to copy and hand over. They cannot be shown again. */
export const HandOver = ({ links, onClose }: { links: readonly HandedLink[]; onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    role="alertdialog"
    title={links.length === 1 ? 'Hand over this link' : 'Hand over these links'}
    footer={<Button onClick={onClose}>Done</Button>}
  >
    <div className={css({ stack: '4' })}>
      <p>
        Nothing was mailed, because no mail server is set up. Give {links.length === 1 ? 'the link' : 'each link'} to
        that person alone: whoever opens it is signed in as them. It is shown only now.
      </p>
      {links.map(({ name, link, action }) => (
        <div key={link} className={row}>
          <Field label={name} help={`It works ${TIMES[action]}.`}>
            <TextInput value={link} onChange={() => {}} readOnly />
          </Field>
          <Button
            variant="outline"
            icon="copy"
            aria-label={`Copy the link for ${name}`}
            onClick={() => void copy(link, 'Link')}
          >
            Copy
          </Button>
        </div>
      ))}
    </div>
  </Dialog>
)

/** The button stands beside the input, between label and help, or below them where letters are large. */
const row = css({ wrap: '2', '& > [data-scope=field]': { flex: '1 1 13rem' } })
