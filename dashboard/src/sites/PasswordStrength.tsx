import { Text } from '@mantine/core';
import classes from './PasswordStrength.module.css';
import { measureStrength } from './password-strength.ts';

export function PasswordStrength({ password }: { password: string }) {
  if (password === '') return null;
  const { score, hint } = measureStrength(password);
  return (
    <div className={classes.hint} role="status">
      <div className={classes.bars} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={score >= step || undefined} />
        ))}
      </div>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </div>
  );
}
