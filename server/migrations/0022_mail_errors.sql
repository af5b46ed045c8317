-- Failures were kept with what the mail server answered. An owner must not read that: the address is the owner's choice,
-- and what answers there may be a service that only this machine can reach.
update mails set last_error = 'The mail could not be sent. The log of the server says more.' where last_error is not null;
