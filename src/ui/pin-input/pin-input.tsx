import { PinInput as Ark, pinInputAnatomy } from '@ark-ui/react/pin-input'
import { css, sva } from '#css/css'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { control, type ValueProps } from '#ui/control/control.ts'

const recipe = sva({
  className: 'pin-input',
  slots: pinInputAnatomy.keys(),
  base: { control: { display: 'flex', gap: { base: '1.5', sm: '2' } } },
})
const box = css(control.raw(), {
  flex: '0 1 2.75rem',
  paddingInline: '0',
  textAlign: 'center',
  fontWeight: 'strong',
  fontVariantNumeric: 'tabular-nums',
})

export interface PinInputProps extends Omit<ValueProps<string>, 'name' | 'required' | 'aria-label'> {
  /** Its name for screen readers, which number the boxes. */
  'aria-label'?: string
  /** Called with the whole code once its last digit is there. */
  onComplete?: (value: string) => void
  /** How many digits it has. */
  length?: number
}

/** A code of digits with a box for each, which takes a pasted one, and one that the phone proposes from a message. */
export const PinInput = ({
  value,
  onChange,
  onComplete,
  length = 6,
  invalid,
  disabled,
  'aria-label': label = 'Code',
}: PinInputProps) => {
  const styles = recipe()
  const describedBy = useDescribedBy()
  return (
    <Ark.Root
      className={styles.root}
      otp
      type="numeric"
      placeholder=""
      count={length}
      invalid={invalid}
      disabled={disabled}
      value={Array.from({ length }, (_, at) => value[at] ?? '')}
      onValueChange={(details) => onChange(details.value.join(''))}
      onValueComplete={(details) => onComplete?.(details.valueAsString)}
    >
      <Ark.Control className={styles.control} role="group" aria-label={label} aria-describedby={describedBy}>
        {Array.from({ length }, (_, at) => (
          <Ark.Input key={at} index={at} className={box} aria-label={`${label}, digit ${at + 1} of ${length}`} />
        ))}
      </Ark.Control>
    </Ark.Root>
  )
}
