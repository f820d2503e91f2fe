import { ColorPicker as Ark, parseColor, colorPickerAnatomy } from '@ark-ui/react/color-picker'
import { useFieldContext } from '@ark-ui/react/field'
import { css, sva } from '#css/css'
import { type ControlProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { Icon } from '#ui/icon/icon.tsx'

const recipe = sva({
  className: 'color-picker',
  slots: colorPickerAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: '2' },
    swatchGroup: { display: 'flex', flexWrap: 'wrap', gap: '1.5' },
    swatchTrigger: {
      display: 'grid',
      placeItems: 'center',
      width: { base: '8', _coarse: 'touch' },
      height: { base: '8', _coarse: 'touch' },
      borderRadius: 'md',
      '&[data-state=checked]': { boxShadow: '0 0 0 2px {colors.card}, 0 0 0 4px {colors.ink}' },
    },
    swatch: {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      boxSize: 'full',
      borderRadius: 'md',
      color: 'frame.bright',
    },
  },
})

const hex = css(control.raw(), { maxWidth: '8rem' })

/** Named colours that are distinguishable in both themes. */
export const palette: Record<string, string> = {
  Slate: '#7a8794',
  Blue: '#2f6fd6',
  Teal: '#0f8a8a',
  Green: '#2c9b6b',
  Amber: '#e09f1f',
  Orange: '#d9622b',
  Pink: '#b83280',
  Violet: '#6d3fb3',
}

const safe = (value: string) => (/^#[0-9a-f]{6}$/i.test(value) ? value : '#7a8794')

export interface ColorPickerProps extends ControlProps<string> {
  /** The colours to pick from, as #rrggbb by their names. */
  colors?: Readonly<Record<string, string>>
}

/** An input for a colour as #rrggbb, picked from a palette or typed. */
export const ColorPicker = ({
  value,
  onChange,
  colors = palette,
  name,
  placeholder,
  'aria-label': label,
  ...root
}: ColorPickerProps) => {
  const field = useFieldContext()
  const styles = recipe()
  return (
    <Ark.Root
      {...root}
      className={styles.root}
      value={parseColor(safe(value))}
      onValueChange={(details) => onChange(details.value.toString('hex').toLowerCase())}
    >
      <div className={styles.swatchGroup} role="group" aria-label={label ?? 'Colors'}>
        {Object.entries(colors).map(([name, color]) => (
          <Ark.SwatchTrigger key={color} value={color} className={styles.swatchTrigger} aria-label={name} title={name}>
            <Ark.Swatch value={color} className={styles.swatch}>
              <Ark.SwatchIndicator>
                <Icon name="check" size="sm" />
              </Ark.SwatchIndicator>
            </Ark.Swatch>
          </Ark.SwatchTrigger>
        ))}
      </div>
      {/* Ark keeps the code in step with the palette only within its control. */}
      <Ark.Control>
        <Ark.ChannelInput
          id={field?.ids.control}
          channel="hex"
          className={hex}
          placeholder={placeholder}
          {...(label ? { 'aria-label': label } : { 'aria-labelledby': field?.ids.label })}
          aria-describedby={useDescribedBy()}
        />
      </Ark.Control>
      {name && <input type="hidden" name={name} value={value} />}
    </Ark.Root>
  )
}
