import type { LanguageTexts } from './texts.ts';

export const de: LanguageTexts = {
  linkHint: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  footer: 'Diese E-Mail wurde von {siteName} gesendet.',
  kinds: {
    VERIFY_EMAIL: {
      subject: '{code} ist Ihr Code für {siteName}',
      heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
      text: 'Geben Sie diesen Code auf der Seite ein, die danach fragt:\n\n{code}\n\nEr gilt 30 Minuten. Geben Sie ihn niemandem weiter, wer auch immer danach fragt.\n\nFalls Sie keinen Code angefordert haben, können Sie diese E-Mail ignorieren.',
      button: '',
    },
    RECOVERY: {
      subject: 'Passwort für {siteName} zurücksetzen',
      heading: 'Wählen Sie ein neues Passwort',
      text: 'Jemand, vermutlich Sie selbst, möchte das Passwort Ihres Kontos bei {siteName} zurücksetzen. Der Link funktioniert nur einmal und nur für kurze Zeit.\n\nFalls Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
      button: 'Neues Passwort wählen',
    },
    ACTIVATION: {
      subject: 'Aktivieren Sie Ihr Konto bei {siteName}',
      heading: 'Willkommen bei {siteName}',
      text: 'Nur noch ein Schritt: Aktivieren Sie Ihr Konto, dann können Sie sich anmelden. Der Link funktioniert nur einmal.\n\nFalls Sie kein Konto angelegt haben, können Sie diese E-Mail ignorieren.',
      button: 'Konto aktivieren',
    },
    SET_PASSWORD: {
      subject: 'Legen Sie Ihr Passwort für {siteName} fest',
      heading: 'Legen Sie Ihr Passwort fest',
      text: 'Bei {siteName} gibt es ein Konto für Sie. Wählen Sie ein Passwort, mit dem Sie sich anmelden. Der Link funktioniert nur einmal.',
      button: 'Passwort festlegen',
    },
    ADDRESS_TAKEN: {
      subject: 'Sie haben bereits ein Konto bei {siteName}',
      heading: 'Sie haben bereits ein Konto',
      text: 'Jemand, vermutlich Sie selbst, wollte sich mit dieser Adresse bei {siteName} registrieren. Das ist nicht nötig: Sie haben hier schon ein Konto. Melden Sie sich damit an, oder setzen Sie Ihr Passwort zurück, falls Sie es vergessen haben.\n\nFalls Sie das nicht waren: An Ihrem Konto hat sich nichts geändert.',
      button: 'Passwort zurücksetzen',
    },
    APPROVED: {
      subject: 'Willkommen bei {siteName}: Ihr Konto ist freigegeben',
      heading: 'Ihr Konto ist freigegeben',
      text: 'Gute Nachrichten: Ihr Konto bei {siteName} wurde freigegeben. Sie können sich jetzt anmelden.',
      button: 'Anmelden',
    },
    APPROVAL_WAITING: {
      subject: 'Ein neues Mitglied von {siteName} wartet auf Ihre Freigabe',
      heading: 'Ein neues Mitglied wartet',
      text: '{memberEmail} hat sich bei {siteName} registriert und kann sich anmelden, sobald Sie zustimmen.',
      button: 'Anfrage ansehen',
    },
    PASSWORD_CHANGED: {
      subject: 'Ihr Passwort für {siteName} wurde geändert',
      heading: 'Ihr Passwort wurde geändert',
      text: 'Das Passwort Ihres Kontos bei {siteName} wurde geändert (Zeitpunkt: {time}). Falls Sie das waren, ist alles in Ordnung.\n\nFalls nicht, setzen Sie Ihr Passwort jetzt zurück: Dabei werden auch alle anderen Geräte abgemeldet.',
      button: 'Konto sichern',
    },
    NEW_DEVICE: {
      subject: 'Neue Anmeldung bei {siteName}',
      heading: 'Anmeldung mit einem neuen Gerät',
      text: 'Ihr Konto bei {siteName} wurde mit einem Gerät benutzt, das wir noch nicht kannten.\n\nGerät: {device}\nAdresse: {address}\nZeitpunkt: {time}\n\nFalls Sie das waren, ist alles in Ordnung. Falls nicht, öffnen Sie Ihr Konto, beenden Sie die Sitzung und ändern Sie Ihr Passwort.',
      button: 'Konto ansehen',
    },
    EMAIL_CHANGED: {
      subject: 'Ihre E-Mail-Adresse bei {siteName} wurde geändert',
      heading: 'Ihre E-Mail-Adresse wurde geändert',
      text: 'Die E-Mail-Adresse Ihres Kontos bei {siteName} lautet jetzt {newEmail}. Künftige E-Mails gehen dorthin.\n\nFalls Sie das nicht waren, wenden Sie sich bitte umgehend an die Betreiber der Website.',
      button: '',
    },
    ACCOUNT_DELETED: {
      subject: 'Ihr Konto bei {siteName} wurde gelöscht',
      heading: 'Ihr Konto wurde gelöscht',
      text: 'Ihr Konto bei {siteName} wurde gelöscht. Es lässt sich nicht wiederherstellen, und Sie sind überall abgemeldet.\n\nDanke, dass Sie dabei waren.',
      button: '',
    },
    WEBHOOK_DISABLED: {
      subject: 'Ein Webhook von {siteName} wurde abgeschaltet',
      heading: 'Ein Webhook wurde abgeschaltet',
      text: 'Die folgende Adresse nimmt die Ereignisse von {siteName} nicht mehr an, deshalb wird nichts mehr an sie gesendet:\n\n{webhookUrl}\n\nIm Protokoll der Zustellungen steht, was sie geantwortet hat. Schalten Sie den Webhook wieder ein, sobald die Adresse erreichbar ist.',
      button: 'Webhooks ansehen',
    },
    NEW_SUBMISSION: {
      subject: 'Neue Einsendung: {formName}',
      heading: 'Jemand hat {formName} ausgefüllt',
      text: 'Das Formular {formName} von {siteName} wurde soeben abgeschickt. Das steht darin:',
      button: 'Einsendung öffnen',
    },
    MORE_SUBMISSIONS: {
      subject: '{count} weitere Einsendungen: {formName}',
      heading: 'Und {count} weitere',
      text: 'Das Formular {formName} von {siteName} wurde so oft abgeschickt, dass nicht jede Einsendung eine eigene E-Mail bekam. Bisher nicht gemeldet: {count}.',
      button: 'Einsendungen ansehen',
    },
    TEST: {
      subject: 'Test-E-Mail von {siteName}',
      heading: 'Der E-Mail-Versand funktioniert',
      text: 'Dies ist ein Test. Wenn Sie ihn lesen können, kann {siteName} E-Mails senden.',
      button: '',
    },
  },
};
