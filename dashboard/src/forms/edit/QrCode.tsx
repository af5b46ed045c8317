import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { QRCodeSVG } from 'qrcode.react';
import { useRef } from 'react';
import { saveFile } from '../inbox/save-file.ts';

/** A QR code that opens an address. It is black on white in both color schemes, because scanners need the contrast. */
export function QrCode({ url, fileName }: { url: string; fileName: string }) {
  const code = useRef<SVGSVGElement>(null);
  const download = (): void => {
    const headers = { 'content-type': 'image/svg+xml' };
    if (code.current)
      void saveFile(new Response(code.current.outerHTML, { headers }), `${fileName}.svg`, () => undefined);
  };
  return (
    <Group align="center">
      <Paper withBorder p={0} radius="sm" style={{ lineHeight: 0, overflow: 'hidden' }}>
        <QRCodeSVG
          ref={code}
          value={url}
          size={168}
          marginSize={4}
          level="M"
          title="QR code with the link to the form"
        />
      </Paper>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="dimmed" maw={260}>
          For posters and cards. The camera of a phone opens the form.
        </Text>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          Download as SVG
        </Button>
      </Stack>
    </Group>
  );
}
